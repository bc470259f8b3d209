import type { ForgetSelection } from "../../../electron/core/conversations.ts";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { Text } from "../../../electron/text/en.ts";
import { useBridgeMutation } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { clientTitle } from "../../ui/client-name.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

interface ForgetDialogProps {
  readonly selection: ForgetSelection;
  readonly onForgotten?: () => void;
  readonly onClose: () => void;
}

/** Asks before conversations are forgotten, which cannot be undone. */
export function ForgetDialog({ selection, onForgotten, onClose }: ForgetDialogProps) {
  const text = useText();
  const words = text.conversations.forget;
  const toast = useToast();
  const forget = useBridgeMutation("conversations.forget", {
    refreshes: ["conversations.status", "conversations.sessions", "conversations.search"],
    onSuccess({ sessions }) {
      toast.show(words.done(sessions));
      onClose();
      onForgotten?.();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(selection, words)}
      description={words.text}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button variant="danger" disabled={forget.isPending} onClick={() => forget.mutate(selection)}>
            {words.action}
          </Button>
        </>
      }
    >
      {forget.isError ? <InlineError error={forget.error} /> : undefined}
    </Dialog>
  );
}

function titleOf(selection: ForgetSelection, words: Text["conversations"]["forget"]): string {
  if ("session" in selection) return words.sessionTitle;
  if ("project" in selection) return words.projectTitle(markHidden(selection.project));
  if ("client" in selection) return words.clientTitle(clientTitle(selection.client));
  return words.allTitle;
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ForgetSelection } from "../../../electron/core/conversations.ts";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { Text } from "../../../electron/text/en.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { clientTitle } from "../../ui/client-name.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

/** All conversations of something, or chosen ones. */
export type Forgettable =
  | Exclude<ForgetSelection, { readonly session: string }>
  | { readonly sessions: readonly string[] };

interface ForgetDialogProps {
  readonly selection: Forgettable;
  readonly onForgotten?: () => void;
  readonly onClose: () => void;
}

/** Asks before conversations are forgotten, which cannot be undone. */
export function ForgetDialog({ selection, onForgotten, onClose }: ForgetDialogProps) {
  const text = useText();
  const words = text.conversations.forget;
  const toast = useToast();
  const bridge = useBridge();
  const client = useQueryClient();
  const forget = useMutation({
    async mutationFn() {
      let forgotten = 0;
      const parts = "sessions" in selection ? selection.sessions.map((session) => ({ session })) : [selection];
      for (const part of parts) forgotten += (await bridge.invoke("conversations.forget", part)).sessions;
      return forgotten;
    },
    onSuccess(sessions) {
      toast.show(words.done(sessions));
      onClose();
      onForgotten?.();
    },
    onSettled: () => Promise.all(REFRESHED.map((method) => client.invalidateQueries({ queryKey: [method] }))),
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
          <Button variant="danger" disabled={forget.isPending} onClick={() => forget.mutate()}>
            {words.action}
          </Button>
        </>
      }
    >
      {forget.isError ? <InlineError error={forget.error} /> : undefined}
    </Dialog>
  );
}

const REFRESHED = ["conversations.status", "conversations.sessions", "conversations.search"];

function titleOf(selection: Forgettable, words: Text["conversations"]["forget"]): string {
  if ("sessions" in selection) {
    return selection.sessions.length === 1 ? words.sessionTitle : words.sessionsTitle(selection.sessions.length);
  }
  if ("project" in selection) return words.projectTitle(markHidden(selection.project));
  if ("client" in selection) return words.clientTitle(clientTitle(selection.client));
  return words.allTitle;
}

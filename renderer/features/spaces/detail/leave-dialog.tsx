import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { StepProgress } from "../space-list.tsx";

interface LeaveDialogProps {
  readonly space: ListedSpace;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** Leaves a space after asking whether its memories stay on this device. */
export function LeaveDialog({ space, onLeft, onClose }: LeaveDialogProps) {
  const text = useText();
  const words = text.spaces.leaving;
  const toast = useToast();
  const cache = useQueryClient();
  const [memories, setMemories] = useState<"keep" | "remove">("keep");
  const { id, name, unpublished } = space;
  const leave = useBridgeMutation("spaces.leave", {
    onSuccess({ unsent }) {
      toast.show({ message: words.done(name, unsent) });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["spaces.list"] }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(name)}
      description={words.text}
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            variant={memories === "remove" ? "danger" : "primary"}
            disabled={leave.isPending}
            // This can take long. It does not navigate if the person has opened another place in the meantime.
            onClick={() => leave.mutate({ id, memories }, { onSuccess: onLeft })}
          >
            {memories === "remove" ? words.submitRemove : words.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <fieldset disabled={leave.isPending} className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm text-ink-soft">{words.memories}</legend>
          {(["keep", "remove"] as const).map((choice) => (
            <label key={choice} className="flex items-start gap-2.5">
              <input
                type="radio"
                name="memories"
                checked={memories === choice}
                onChange={() => setMemories(choice)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span>
                {words[choice]}
                <span className="block text-sm text-ink-faint">{words[`${choice}Hint`]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {unpublished > 0 && <p className="text-warn-text">{words.unsent(unpublished)}</p>}
        {leave.isPending && <StepProgress space={space} />}
        <InlineError error={leave.error} />
      </div>
    </Dialog>
  );
}

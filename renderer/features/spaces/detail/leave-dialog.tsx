import { useState } from "react";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { FormDialog } from "../../../ui/dialog.tsx";
import { CheckField } from "../../../ui/field.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { StepProgress } from "../space-list.tsx";

interface LeaveDialogProps {
  readonly space: ListedSpace;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** Leaves a space after asking whether its memories stay on this device. */
export function LeaveDialog({ space, onLeft, onClose }: LeaveDialogProps) {
  const words = useText().spaces.leaving;
  const toast = useToast();
  const [memories, setMemories] = useState<"keep" | "remove">("keep");
  const { id, name, unpublished } = space;
  const leave = useBridgeMutation("spaces.leave", {
    refreshes: ["spaces.list"],
    onSuccess: ({ unsent }) => void toast.show(words.done(name, unsent)),
  });
  return (
    <FormDialog
      title={words.title(name)}
      description={words.text}
      submitLabel={memories === "remove" ? words.submitRemove : words.submit}
      isDanger={memories === "remove"}
      canSubmit
      isBusy={leave.isPending}
      error={leave.error}
      // This can take long. It does not navigate if the person has opened another place in the meantime.
      onSubmit={() => leave.mutate({ id, memories }, { onSuccess: onLeft })}
      onClose={onClose}
    >
      <fieldset disabled={leave.isPending} className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm text-ink-soft">{words.memories}</legend>
        {(["keep", "remove"] as const).map((choice) => (
          <CheckField
            key={choice}
            type="radio"
            name="memories"
            layout="flex items-start gap-2.5"
            className="mt-0.5"
            checked={memories === choice}
            onChange={() => setMemories(choice)}
          >
            <span>
              {words[choice]}
              <span className="block text-sm text-ink-faint">{words[`${choice}Hint`]}</span>
            </span>
          </CheckField>
        ))}
      </fieldset>
      {unpublished > 0 && <p className="text-warn-text">{words.unsent(unpublished)}</p>}
      {leave.isPending && <StepProgress space={space} />}
    </FormDialog>
  );
}

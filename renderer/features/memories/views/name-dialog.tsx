import { useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";

interface NameDialogProps {
  readonly title: string;
  readonly initial: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Maximum length of a view's name, in characters (see the window's contract). */
export const MAX_NAME_LENGTH = 80;

/** Asks for the name of a view. */
export function NameDialog({ title, initial, onName, onClose }: NameDialogProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  const isEmpty = name.trim() === "";
  const finish = () => {
    if (isEmpty) return;
    onClose();
    onName(name.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button variant="primary" disabled={isEmpty} onClick={finish}>
            {text.common.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          finish();
        }}
      >
        <Field label={text.common.name}>
          <TextInput
            value={name}
            maxLength={MAX_NAME_LENGTH}
            dir="auto"
            onValueChange={setName}
            onFocus={(event) => event.target.select()}
          />
        </Field>
      </form>
    </Dialog>
  );
}

import { FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

interface FolderFieldProps {
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | null;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (path: string) => void;
}

/** The path of a folder: typed, or chosen in the system's dialog on a desktop. */
export function FolderField({ label, hint, error, value, disabled = false, onChange }: FolderFieldProps) {
  const words = useText().spaces.form;
  const { host } = useBridge();
  const choose = useBridgeMutation("app.chooseFolder", { onSuccess: (path) => path !== null && onChange(path) });
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex gap-2">
        <TextInput
          value={value}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-sm"
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
        {host === "desktop" && (
          <Button icon={FolderOpen} disabled={disabled || choose.isPending} onClick={() => choose.mutate({})}>
            {words.chooseFolder}
          </Button>
        )}
      </div>
    </Field>
  );
}

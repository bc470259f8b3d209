import { FolderOpen } from "lucide-react";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";

interface FolderFieldProps {
  readonly value: string;
  readonly hint: string;
  /** What is wrong with the folder. */
  readonly error?: string | null;
  readonly onChange: (folder: string) => void;
}

/** A project's folder, by its full path; chosen in the desktop's own dialog where there is one. */
export function FolderField({ value, hint, error, onChange }: FolderFieldProps) {
  const text = useText().clients.write;
  const { host } = useBridge();
  const choose = useBridgeMutation("app.chooseFolder", {
    onSuccess: (folder) => {
      if (folder !== null) onChange(folder);
    },
  });
  return (
    <div className="mt-2 flex items-start gap-2">
      <Field label={text.folder} hint={hint} error={error} className="flex-1">
        <TextInput
          value={value}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      {host === "desktop" && (
        <Button icon={FolderOpen} className="mt-5.5" disabled={choose.isPending} onClick={() => choose.mutate({})}>
          {text.browse}
        </Button>
      )}
    </div>
  );
}

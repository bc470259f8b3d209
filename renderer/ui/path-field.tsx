import { File, FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useBridge } from "../data/bridge-context.tsx";
import { useBridgeMutation } from "../data/use-bridge-query.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";
import { errorSentence } from "./error-state.tsx";
import { Field, TextInput } from "./field.tsx";

interface PathFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly value: string;
  readonly disabled?: boolean;
  /** Labels of the buttons that open the system's dialogs on a desktop. */
  readonly choose: { readonly file?: string; readonly folder?: string };
  readonly onChange: (path: string) => void;
  /** More buttons behind the field. */
  readonly children?: ReactNode;
}

/** The path of a file or folder: typed, or chosen in the system's dialog on a desktop. */
export function PathField(props: PathFieldProps) {
  const { label, hint, error = null, value, disabled = false, choose, onChange, children } = props;
  const text = useText();
  const { host } = useBridge();
  const onChosen = { onSuccess: (path: string | null) => path !== null && onChange(path) };
  const file = useBridgeMutation("app.chooseFile", onChosen);
  const folder = useBridgeMutation("app.chooseFolder", onChosen);
  const failure = file.error ?? folder.error;
  return (
    <Field label={label} hint={hint} error={error ?? (failure === null ? null : errorSentence(failure, text))}>
      <div className="flex gap-2 max-[620px]:flex-wrap">
        <TextInput
          value={value}
          spellCheck={false}
          autoComplete="off"
          className="min-w-50 flex-1 font-mono text-sm"
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {host === "desktop" && choose.file !== undefined && (
          <Button icon={File} disabled={disabled || file.isPending} onClick={() => file.mutate({})}>
            {choose.file}
          </Button>
        )}
        {host === "desktop" && choose.folder !== undefined && (
          <Button icon={FolderOpen} disabled={disabled || folder.isPending} onClick={() => folder.mutate({})}>
            {choose.folder}
          </Button>
        )}
        {children}
      </div>
    </Field>
  );
}

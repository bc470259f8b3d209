import { FolderOpen } from "lucide-react";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Segmented } from "../../../ui/segmented.tsx";

type Scope = "user" | "project";

interface ScopeChoiceProps {
  readonly scope: Scope;
  readonly project: string;
  /** The hint for the folder, if it differs from the one for clients' files. */
  readonly hint?: string;
  /** The error of the folder. */
  readonly error?: string | null;
  readonly onScope: (scope: Scope) => void;
  readonly onProject: (folder: string) => void;
}

/** Chooses the user's file, for every folder, or the file of one project. */
export function ScopeChoice({ scope, project, hint, error = null, onScope, onProject }: ScopeChoiceProps) {
  const text = useText().clients.write;
  return (
    <div className="mt-3">
      <div className="flex items-center gap-3">
        <span className="text-sm text-ink-faint" aria-hidden>
          {text.scope}
        </span>
        <Segmented
          label={text.scope}
          options={[
            { value: "user", label: text.everywhere },
            { value: "project", label: text.oneProject },
          ]}
          value={scope}
          onChange={onScope}
        />
      </div>
      {scope === "project" && (
        <FolderField value={project} hint={hint ?? text.folderHint} error={error} onChange={onProject} />
      )}
    </div>
  );
}

interface FolderFieldProps {
  readonly value: string;
  readonly hint: string;
  /** The error of the folder. */
  readonly error?: string | null;
  readonly onChange: (folder: string) => void;
}

/** The full path of a project's folder, with a button for the desktop's dialog. */
function FolderField({ value, hint, error, onChange }: FolderFieldProps) {
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

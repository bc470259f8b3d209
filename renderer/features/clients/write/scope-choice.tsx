import { useText } from "../../../text/use-text.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Segmented } from "../../../ui/segmented.tsx";

type Scope = "user" | "project";

interface ScopeChoiceProps {
  readonly scope: Scope;
  readonly project: string;
  readonly onScope: (scope: Scope) => void;
  readonly onProject: (folder: string) => void;
}

/** For every folder, or for one project and everybody who works on it. */
export function ScopeChoice({ scope, project, onScope, onProject }: ScopeChoiceProps) {
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
        <Field label={text.folder} hint={text.folderHint} className="mt-2">
          <TextInput
            value={project}
            spellCheck={false}
            className="font-mono"
            onChange={(event) => onProject(event.currentTarget.value)}
          />
        </Field>
      )}
    </div>
  );
}

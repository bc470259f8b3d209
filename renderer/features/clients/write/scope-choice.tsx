import { useText } from "../../../text/use-text.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { FolderField } from "./folder-field.tsx";

type Scope = "user" | "project";

interface ScopeChoiceProps {
  readonly scope: Scope;
  readonly project: string;
  /** What to know of the folder, where it is not a client's file that is written there. */
  readonly hint?: string;
  /** What is wrong with the folder. */
  readonly error?: string | null;
  readonly onScope: (scope: Scope) => void;
  readonly onProject: (folder: string) => void;
}

/** For every folder, or for one project and everybody who works on it. */
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

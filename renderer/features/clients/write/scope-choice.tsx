import { useText } from "../../../text/use-text.ts";
import { SegmentedRow } from "../../../ui/choice.tsx";
import { PathField } from "../../../ui/field.tsx";
import { optionsOf } from "../../../ui/select.tsx";

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
  const { common } = useText();
  const text = useText().clients.write;
  return (
    <div className="mt-3">
      <SegmentedRow
        label={text.scope}
        options={optionsOf({ user: text.everywhere, project: text.oneProject })}
        value={scope}
        onChange={onScope}
      />
      {scope === "project" && (
        <div className="mt-2">
          <PathField
            label={text.folder}
            hint={hint ?? text.folderHint}
            error={error}
            value={project}
            choose={{ folder: common.browse }}
            onChange={onProject}
          />
        </div>
      )}
    </div>
  );
}

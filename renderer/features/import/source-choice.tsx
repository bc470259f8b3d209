import { File, FolderOpen } from "lucide-react";
import type { FoundImport } from "../../../electron/core/memory-import.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { programName } from "./program-name.ts";

interface SourceChoiceProps {
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onLook: (path: string) => void;
}

/** What was found on this computer, and a path for anything else. */
export function SourceChoice({ path, onPath, onLook }: SourceChoiceProps) {
  const text = useText().imports;
  const { host } = useBridge();
  const found = useBridgeQuery("imports.found", {});
  const taken = { onSuccess: (chosen: string | null) => chosen !== null && onPath(chosen) };
  const file = useBridgeMutation("app.chooseFile", taken);
  const folder = useBridgeMutation("app.chooseFolder", taken);
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={text.found}>
        <h3 className="mb-1 text-sm text-ink-soft">{text.found}</h3>
        {found.isError && <ErrorState inline error={found.error} onRetry={() => void found.refetch()} />}
        {found.data?.length === 0 && <p className="text-ink-faint">{text.noneFound}</p>}
        <ul className="flex flex-col">
          {found.data?.map((each) => (
            <FoundLine key={each.path} found={each} onLook={() => onLook(each.path)} />
          ))}
        </ul>
      </section>
      <form
        className="flex items-start gap-2 max-[620px]:flex-wrap"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== "") onLook(path.trim());
        }}
      >
        <Field label={text.path} hint={text.pathHint} className="min-w-50 flex-1">
          <TextInput
            value={path}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={(event) => onPath(event.currentTarget.value)}
          />
        </Field>
        <div className="mt-5.5 flex gap-2 max-[620px]:mt-0">
          {host === "desktop" && (
            <>
              <Button icon={File} disabled={file.isPending} onClick={() => file.mutate({})}>
                {text.chooseFile}
              </Button>
              <Button icon={FolderOpen} disabled={folder.isPending} onClick={() => folder.mutate({})}>
                {text.chooseFolder}
              </Button>
            </>
          )}
          <Button type="submit" disabled={path.trim() === ""}>
            {text.look}
          </Button>
        </div>
      </form>
    </div>
  );
}

function FoundLine({ found, onLook }: { readonly found: FoundImport; readonly onLook: () => void }) {
  const text = useText().imports;
  const name = programName(found, text);
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 last:border-0">
      <div className="min-w-0 flex-1">
        <div>
          <span className="font-medium">{name}</span>
          <span className="text-ink-faint">
            {" · "}
            <RelativeTime at={found.changedAt} form="long" />
          </span>
        </div>
        <code className="block truncate font-mono text-sm text-ink-faint" title={found.path} data-selectable>
          {found.path}
        </code>
      </div>
      <Button size="small" aria-label={`${text.look}: ${name}, ${found.path}`} onClick={onLook}>
        {text.look}
      </Button>
    </li>
  );
}

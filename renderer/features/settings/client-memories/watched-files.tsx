import { useState } from "react";
import type {
  ClientMemorySettings,
  ClientMemoryStatus,
  InstructionFileSurvey,
  WatchedFile,
} from "../../../../electron/core/client-memories.ts";
import { errorText } from "../../../../electron/text/error-text.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Field, Switch, TextInput } from "../../../ui/field.tsx";
import { EntryCounts } from "./entry-counts.tsx";
import type { useWatch } from "./use-watch.ts";

interface WatchedFilesProps {
  readonly files: readonly InstructionFileSurvey[];
  readonly status: ClientMemoryStatus;
  readonly settings: ClientMemorySettings;
  readonly change: ReturnType<typeof useWatch>["change"];
}

/** Files of instructions with their sections, and a field for another file. */
export function WatchedFiles({ files, status, settings, change }: WatchedFilesProps) {
  const text = useText().clientMemories;
  const set = (path: string, file: WatchedFile | null, onSuccess?: () => void) => {
    const others = settings.files.filter((one) => one.path !== path);
    change.mutate({ files: (file === null ? others : [...others, file]).map(toInput) }, { onSuccess });
  };
  return (
    <section aria-label={text.files} className="flex flex-col gap-2">
      <h3 className="font-medium">{text.files}</h3>
      <p className="text-sm text-ink-faint">{text.filesHint}</p>
      {files.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {files.map((file) => (
            <File
              key={file.path}
              file={file}
              status={status}
              isBusy={change.isPending}
              onChange={(changed) => set(file.path, changed)}
            />
          ))}
        </ul>
      )}
      <AddFile isBusy={change.isPending} onAdd={(path, onAdded) => set(path, { path, sections: null }, onAdded)} />
    </section>
  );
}

function toInput({ path, sections }: WatchedFile) {
  return { path, sections: sections === null ? null : [...sections] };
}

interface FileProps {
  readonly file: InstructionFileSurvey;
  readonly status: ClientMemoryStatus;
  readonly isBusy: boolean;
  readonly onChange: (file: WatchedFile | null) => void;
}

function File({ file, status, isBusy, onChange }: FileProps) {
  const text = useText();
  const words = text.clientMemories;
  const { path, watched, chosen, sections, problem } = file;
  const failed = problem === undefined ? null : errorText(problem, text);
  const toggle = (section: string, isChosen: boolean) => {
    const before = watched ? (chosen ?? sections) : [];
    const after = isChosen ? [...before, section] : before.filter((one) => one !== section);
    onChange(after.length === 0 ? null : { path, sections: sections.filter((one) => after.includes(one)) });
  };
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere" data-selectable>
          {path}
        </p>
        {failed === null ? (
          <p className="text-sm text-ink-faint">
            {watched ? words.sections(chosen?.length ?? null, sections.length) : words.count(sections.length)}
          </p>
        ) : (
          <p className="text-sm text-bad-text wrap-anywhere">
            {failed.hint === undefined ? failed.message : text.common.sentences(failed.message, failed.hint)}
          </p>
        )}
        <EntryCounts source={path} status={status} />
        {sections.length > 0 && (
          <Disclosure summary={words.chooseSections} className="mt-1 text-sm">
            <fieldset className="mt-1 flex flex-col" aria-label={words.choose(path)}>
              {sections.map((section) => (
                <label key={section} className="flex min-h-6 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={watched && (chosen === null || chosen.includes(section))}
                    disabled={isBusy}
                    onChange={({ currentTarget }) => toggle(section, currentTarget.checked)}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 wrap-anywhere">{section === "" ? words.preamble : section}</span>
                </label>
              ))}
            </fieldset>
          </Disclosure>
        )}
      </div>
      <Switch
        label={words.watchFile(path)}
        checked={watched}
        disabled={isBusy}
        onChange={(isOn) => onChange(isOn ? { path, sections: null } : null)}
      />
    </li>
  );
}

interface AddFileProps {
  readonly isBusy: boolean;
  readonly onAdd: (path: string, onAdded: () => void) => void;
}

function AddFile({ isBusy, onAdd }: AddFileProps) {
  const text = useText().clientMemories;
  const [path, setPath] = useState("");
  return (
    <Disclosure summary={text.add}>
      <form
        className="flex items-end gap-2 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== "") onAdd(path.trim(), () => setPath(""));
        }}
      >
        <Field label={text.addLabel} className="flex-1">
          <TextInput
            value={path}
            placeholder={text.addPlaceholder}
            maxLength={4096}
            spellCheck={false}
            onChange={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </Field>
        <Button type="submit" disabled={isBusy || path.trim() === ""}>
          {text.addAction}
        </Button>
      </form>
    </Disclosure>
  );
}

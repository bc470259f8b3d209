import type {
  ClientMemorySettings,
  ClientMemoryStatus,
  InstructionFileSurvey,
  WatchedFile,
} from "../../../../electron/core/client-memories.ts";
import { useText } from "../../../text/use-text.ts";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { AddField, CheckField, Switch } from "../../../ui/field.tsx";
import { errorSentence } from "../../../ui/states.tsx";
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
      <Disclosure summary={text.add}>
        <p className="pt-2 pb-1 text-sm text-ink-soft" aria-hidden>
          {text.addLabel}
        </p>
        <AddField
          label={text.addLabel}
          placeholder={text.addPlaceholder}
          action={text.addAction}
          maxLength={4096}
          disabled={change.isPending}
          onAdd={(path, onAdded) => set(path, { path, sections: null }, onAdded)}
        />
      </Disclosure>
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
        {problem === undefined ? (
          <p className="text-sm text-ink-faint">
            {watched ? words.sections(chosen?.length ?? null, sections.length) : words.count(sections.length)}
          </p>
        ) : (
          <p className="text-sm text-bad-text wrap-anywhere">{errorSentence(problem, text)}</p>
        )}
        <EntryCounts source={path} status={status} />
        {sections.length > 0 && (
          <Disclosure summary={words.chooseSections} className="mt-1 text-sm">
            <fieldset className="mt-1 flex flex-col" aria-label={words.choose(path)}>
              {sections.map((section) => (
                <CheckField
                  key={section}
                  layout="flex min-h-6 items-center gap-2"
                  checked={watched && (chosen === null || chosen.includes(section))}
                  disabled={isBusy}
                  onChange={(isChosen) => toggle(section, isChosen)}
                >
                  <span className="min-w-0 wrap-anywhere">{section === "" ? words.preamble : section}</span>
                </CheckField>
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

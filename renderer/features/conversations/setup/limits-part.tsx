import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ConversationSettings } from "../../../../electron/core/conversations.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { errorSentence } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { useSettingsChange } from "./use-settings-change.ts";

const RETENTION_DAYS = [30, 90, 365];
const FOREVER = "forever";

interface LimitsProps {
  readonly settings: ConversationSettings;
}

/** Folders and projects that are left out. */
export function LeaveOutPart({ settings }: LimitsProps) {
  const { common } = useText();
  const words = useText().conversations.leaveOut;
  return (
    <>
      <p className="text-ink-soft">{words.hint}</p>
      <Setting name={words.folders}>
        <NameList
          label={words.folder}
          placeholder={words.folderPlaceholder}
          names={settings.excludedFolders}
          fieldOf={(excludedFolders) => ({ excludedFolders })}
        />
      </Setting>
      <Setting name={common.projects}>
        <NameList
          label={words.project}
          placeholder={words.projectPlaceholder}
          names={settings.excludedProjects}
          fieldOf={(excludedProjects) => ({ excludedProjects })}
        />
      </Setting>
    </>
  );
}

interface NameListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly names: readonly string[];
  /** The change of the settings that stores the names. */
  readonly fieldOf: (names: string[]) => Pick<Partial<ConversationSettings>, "excludedFolders" | "excludedProjects">;
}

function NameList({ label, placeholder, names, fieldOf }: NameListProps) {
  const text = useText();
  const words = text.conversations.leaveOut;
  const [value, setValue] = useState("");
  const change = useSettingsChange();
  const store = (next: readonly string[], onStored?: () => void) => {
    const { excludedFolders, excludedProjects } = fieldOf([...next]);
    change.mutate(
      {
        ...(excludedFolders !== undefined && { excludedFolders: [...excludedFolders] }),
        ...(excludedProjects !== undefined && { excludedProjects: [...excludedProjects] }),
      },
      { onSuccess: onStored },
    );
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const name = value.trim();
    if (name !== "" && !change.isPending) store([...new Set([...names, name])], () => setValue(""));
  };
  return (
    <div className="flex w-full flex-col gap-1.5">
      {names.length > 0 && (
        <ul className="flex flex-col">
          {names.map((name) => (
            <li key={name} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate font-mono text-sm" title={name}>
                {markHidden(name)}
              </span>
              <IconButton
                label={words.readAgain(name)}
                icon={X}
                size="small"
                disabled={change.isPending}
                onClick={() => store(names.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      )}
      <form className="flex items-start gap-2" onSubmit={add}>
        <Field
          label={label}
          hideLabel
          className="flex-1"
          error={change.isError ? errorSentence(change.error, text) : null}
        >
          <TextInput
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-sm"
            onChange={(event) => {
              setValue(event.target.value);
              change.reset();
            }}
          />
        </Field>
        <Button type="submit" disabled={value.trim() === "" || change.isPending}>
          {text.common.leaveOut}
        </Button>
      </form>
    </div>
  );
}

/** How long conversations are kept. A shorter time removes conversations, so it is confirmed. */
export function RetentionPart({ settings }: LimitsProps) {
  const text = useText();
  const words = text.conversations.retention;
  const change = useSettingsChange();
  const [asked, setAsked] = useState<number | null>(null);
  const { retentionDays } = settings;
  const days = [...new Set([...RETENTION_DAYS, ...(retentionDays === null ? [] : [retentionDays])])].sort(
    (a, b) => a - b,
  );
  const choose = (value: string) => {
    const chosen = value === FOREVER ? null : Number(value);
    const isShorter = chosen !== null && (retentionDays === null || chosen < retentionDays);
    if (isShorter) setAsked(chosen);
    else change.mutate({ retentionDays: chosen });
  };
  return (
    <Setting name={words.label} hint={words.hint}>
      <Select
        label={words.label}
        value={retentionDays === null ? FOREVER : String(retentionDays)}
        options={[
          { value: FOREVER, label: words.forever },
          ...days.map((each) => ({ value: String(each), label: words.days(each) })),
        ]}
        onChange={choose}
      />
      {change.isError && <p className="text-bad-text">{errorSentence(change.error, text)}</p>}
      <ConfirmDialog
        open={asked !== null}
        title={words.shorten(asked ?? 0)}
        description={words.shortenText}
        action={text.common.remove}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && change.mutate({ retentionDays: asked })}
      />
    </Setting>
  );
}

import { useState } from "react";
import type { ListedSpace, SpaceCarrier } from "../../../../electron/core/spaces.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useSecretPlace } from "../../../data/use-secret-place.ts";
import { useText } from "../../../text/use-text.ts";
import { SegmentedField, SwitchField } from "../../../ui/choice.tsx";
import { FormDialog } from "../../../ui/dialog.tsx";
import { PathField, TextField } from "../../../ui/field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { optionsOf } from "../../../ui/select.tsx";
import { type ChosenDomains, DomainChoice, isChoiceComplete, NO_DOMAINS } from "../domain-choice.tsx";
import { fieldErrors } from "../field-error.ts";
import { useEntering } from "../use-spaces.ts";
import { PassphraseChoice } from "./passphrase-choice.tsx";

const EXAMPLE = "postgres://name@db.example.com:5432/memories";

interface Draft {
  readonly name: string;
  readonly deviceName: string;
  readonly kind: SpaceCarrier["kind"];
  readonly folder: string;
  readonly address: string;
  readonly password: string;
  readonly domains: ChosenDomains;
  /** Null for a space without encryption. */
  readonly passphrase: { readonly value: string; readonly isStored: boolean } | null;
}

const EMPTY: Draft = {
  name: "",
  deviceName: "",
  kind: "folder",
  folder: "",
  address: "",
  password: "",
  domains: NO_DOMAINS,
  passphrase: null,
};

/** The space of a draft; null while it is incomplete. */
function spaceOf(draft: Draft): MethodInput<"spaces.create"> | null {
  const { kind, password, domains, passphrase } = draft;
  const [name, deviceName] = [draft.name.trim(), draft.deviceName.trim()];
  const place = draft[kind === "folder" ? "folder" : "address"].trim();
  const isEncryptionComplete = passphrase === null || (passphrase.value !== "" && passphrase.isStored);
  if (name === "" || place === "" || !isChoiceComplete(domains) || !isEncryptionComplete) return null;
  return {
    name,
    domains: [...domains.domains],
    carrier:
      kind === "folder" ? { kind, folder: place } : { kind, address: place, ...(password === "" ? {} : { password }) },
    passphrase: passphrase?.value ?? null,
    confirmUserDomain: domains.isUserConfirmed,
    ...(deviceName === "" ? {} : { deviceName }),
  };
}

interface CreateSpaceDialogProps {
  readonly spaces: readonly ListedSpace[];
  readonly onCreated: (space: ListedSpace) => void;
  readonly onClose: () => void;
}

/** Creates a space: its name, the location of its changes, its domains, and its encryption. */
export function CreateSpaceDialog({ spaces, onCreated, onClose }: CreateSpaceDialogProps) {
  const text = useText();
  const words = text.spaces.form;
  const doing = text.spaces.creating;
  const place = useSecretPlace();
  const [draft, setDraft] = useState(EMPTY);
  const create = useEntering("spaces.create", doing.done, { onDone: onCreated });
  const isBusy = create.isPending;
  const { kind, passphrase } = draft;
  const shown = [
    "name",
    "deviceName",
    "domains",
    ...(kind === "folder" ? ["folder"] : ["address", "password"]),
    ...(passphrase === null ? [] : ["passphrase"]),
  ];
  const errors = fieldErrors(create.error, shown, text);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const field = (name: "name" | "deviceName" | "folder" | "address" | "password") => ({
    value: draft[name],
    error: errors.at(name),
    disabled: isBusy,
    onChange: (value: string) => change({ [name]: value }),
  });
  const space = spaceOf(draft);
  return (
    <FormDialog
      title={text.common.createSpace}
      submitLabel={doing.submit}
      canSubmit={space !== null}
      isBusy={isBusy}
      isCancelling={create.isCancelling}
      error={create.error}
      rest={errors.rest}
      onSubmit={() => space !== null && create.run(space)}
      onClose={isBusy ? create.cancel : onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-[620px]:grid-cols-1">
        <TextField label={text.common.name} hint={words.nameHint} maxLength={100} {...field("name")} />
        <TextField label={text.common.deviceName} hint={words.deviceHint} maxLength={100} {...field("deviceName")} />
      </div>
      <SegmentedField
        label={words.carrier}
        value={kind}
        disabled={isBusy}
        options={optionsOf({ folder: words.folder, postgres: words.postgres })}
        onChange={(next) => {
          change({ kind: next });
          create.reset();
        }}
      />
      {kind === "folder" ? (
        <PathField
          label={text.common.folder}
          choose={{ folder: words.chooseFolder }}
          hint={words.folderHint}
          {...field("folder")}
        />
      ) : (
        <>
          <TextField
            label={text.common.address}
            hint={words.addressHint}
            placeholder={EXAMPLE}
            code
            {...field("address")}
          />
          <TextField
            label={text.common.password}
            hint={
              place === null ? undefined : text.common.sentences(text.common.storedSecret[place], words.passwordHint)
            }
            type="password"
            inputClassName="max-w-64"
            {...field("password")}
          />
        </>
      )}
      <DomainChoice
        spaces={spaces}
        chosen={draft.domains}
        error={errors.at("domains")}
        disabled={isBusy}
        onChange={(domains) => change({ domains })}
      />
      <Encryption
        passphrase={passphrase}
        error={errors.at("passphrase")}
        disabled={isBusy}
        onChange={(next) => change({ passphrase: next })}
      />
      {isBusy && <ProgressBar label={doing.busy} valueText={create.isCancelling ? doing.cancelling : doing.busy} />}
    </FormDialog>
  );
}

interface EncryptionProps {
  readonly passphrase: Draft["passphrase"];
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (passphrase: Draft["passphrase"]) => void;
}

function Encryption({ passphrase, error, disabled, onChange }: EncryptionProps) {
  const words = useText().spaces.form;
  return (
    <div className="flex flex-col gap-2">
      <SwitchField
        label={words.encrypt}
        hint={words.encryptHint}
        checked={passphrase !== null}
        disabled={disabled}
        onChange={(next) => onChange(next ? { value: "", isStored: false } : null)}
      />
      {passphrase !== null && (
        <PassphraseChoice
          {...passphrase}
          error={error}
          disabled={disabled}
          onChange={(value, isStored) => onChange({ value, isStored })}
        />
      )}
    </div>
  );
}

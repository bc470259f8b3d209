import { type ChangeEvent, useState } from "react";
import type { ListedSpace, SpaceCarrier } from "../../../../electron/core/spaces.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { PathField } from "../../../ui/path-field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { SegmentedField } from "../../../ui/segmented.tsx";
import { SwitchField } from "../../../ui/switch-field.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { type ChosenDomains, DomainChoice, isChoiceComplete, NO_DOMAINS } from "../domain-choice.tsx";
import { fieldErrors } from "../field-error.ts";
import { PassphraseChoice } from "./passphrase-choice.tsx";
import { useEntering } from "./use-entering.ts";
import { useShownError } from "./use-shown-error.ts";

const EMPTY = { name: "", deviceName: "", folder: "", address: "", password: "" };
const EXAMPLE = "postgres://name@db.example.com:5432/memories";

interface CreateSpaceDialogProps {
  readonly spaces: readonly ListedSpace[];
  readonly onCreated: (space: ListedSpace) => void;
  readonly onClose: () => void;
}

/** Creates a space: its name, where its changes are kept, its domains, and whether it is encrypted. */
export function CreateSpaceDialog({ spaces, onCreated, onClose }: CreateSpaceDialogProps) {
  const text = useText();
  const words = text.spaces.form;
  const doing = text.spaces.creating;
  const toast = useToast();
  const [typed, setTyped] = useState(EMPTY);
  const [kind, setKind] = useState<SpaceCarrier["kind"]>("folder");
  const [domains, setDomains] = useState<ChosenDomains>(NO_DOMAINS);
  const [isEncrypted, setEncrypted] = useState(false);
  const [passphrase, setPassphrase] = useState({ value: "", isStored: false });
  const { call, cancel, isCancelling } = useEntering("spaces.create", (space) => {
    toast.show({ message: doing.done(space.name) });
    onCreated(space);
  });
  const isBusy = call.isPending;
  const shown = [
    "name",
    "deviceName",
    "domains",
    ...(kind === "folder" ? ["folder"] : ["address", "password"]),
    ...(isEncrypted ? ["passphrase"] : []),
  ];
  const errors = fieldErrors(call.error, shown, text);
  const form = useShownError(call.error);
  const change = (field: keyof typeof EMPTY) => (value: string) =>
    setTyped((before) => ({ ...before, [field]: value }));
  const input = (field: keyof typeof EMPTY) => ({
    value: typed[field],
    disabled: isBusy,
    autoComplete: "off",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(field)(target.value),
  });
  const [name, deviceName] = [typed.name.trim(), typed.deviceName.trim()];
  const place = typed[kind === "folder" ? "folder" : "address"].trim();
  const isComplete =
    name !== "" &&
    place !== "" &&
    isChoiceComplete(domains) &&
    (!isEncrypted || (passphrase.value !== "" && passphrase.isStored));
  const submit = () => {
    if (!isComplete || isBusy) return;
    call.mutate({
      name,
      domains: [...domains.domains],
      carrier:
        kind === "folder"
          ? { kind, folder: place }
          : { kind, address: place, ...(typed.password === "" ? {} : { password: typed.password }) },
      passphrase: isEncrypted ? passphrase.value : null,
      confirmUserDomain: domains.isUserConfirmed,
      ...(deviceName === "" ? {} : { deviceName }),
    });
  };
  const close = () => (isBusy ? cancel() : onClose());
  return (
    <Dialog
      open
      onClose={close}
      title={doing.title}
      footer={
        <>
          <Button onClick={close} disabled={isCancelling}>
            {text.common.cancel}
          </Button>
          <Button variant="primary" type="submit" form="create-space" disabled={!isComplete || isBusy}>
            {doing.submit}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="create-space"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid grid-cols-2 gap-4 max-[620px]:grid-cols-1">
          <Field label={words.name} hint={words.nameHint} error={errors.at("name")}>
            <TextInput {...input("name")} maxLength={100} />
          </Field>
          <Field label={words.deviceName} hint={words.deviceHint} error={errors.at("deviceName")}>
            <TextInput {...input("deviceName")} maxLength={100} />
          </Field>
        </div>
        <SegmentedField
          label={words.carrier}
          value={kind}
          disabled={isBusy}
          options={[
            { value: "folder", label: words.folder },
            { value: "postgres", label: words.postgres },
          ]}
          onChange={(next) => {
            setKind(next);
            call.reset();
          }}
        />
        {kind === "folder" ? (
          <PathField
            label={words.folderPath}
            choose={{ folder: words.chooseFolder }}
            hint={words.folderHint}
            error={errors.at("folder")}
            value={typed.folder}
            disabled={isBusy}
            onChange={change("folder")}
          />
        ) : (
          <>
            <Field label={words.address} hint={words.addressHint} error={errors.at("address")}>
              <TextInput {...input("address")} placeholder={EXAMPLE} spellCheck={false} className="font-mono text-sm" />
            </Field>
            <Field label={words.password} hint={words.passwordHint} error={errors.at("password")}>
              <TextInput {...input("password")} type="password" autoComplete="new-password" className="max-w-64" />
            </Field>
          </>
        )}
        <DomainChoice
          spaces={spaces}
          chosen={domains}
          error={errors.at("domains")}
          disabled={isBusy}
          onChange={setDomains}
        />
        <div className="flex flex-col gap-2">
          <SwitchField
            label={words.encrypt}
            hint={words.encryptHint}
            checked={isEncrypted}
            disabled={isBusy}
            onChange={(next) => {
              setEncrypted(next);
              setPassphrase({ value: "", isStored: false });
            }}
          />
          {isEncrypted && (
            <PassphraseChoice
              value={passphrase.value}
              isStored={passphrase.isStored}
              error={errors.at("passphrase")}
              disabled={isBusy}
              onChange={(value, isStored) => setPassphrase({ value, isStored })}
            />
          )}
        </div>
        {isBusy && (
          <ProgressBar label={doing.busy} done={0} total={0} valueText={isCancelling ? doing.cancelling : doing.busy} />
        )}
        {errors.rest !== null && <ErrorState error={errors.rest} inline />}
      </form>
    </Dialog>
  );
}

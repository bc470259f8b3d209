import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/dialog.tsx";
import { Form, PathField, TextField } from "../../../ui/field.tsx";
import { Offer } from "../../../ui/setting.tsx";
import { errorSentence, InlineError } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { type ChosenDomains, DomainChoice, isChoiceComplete, NO_DOMAINS } from "../domain-choice.tsx";
import { PassphraseChoice } from "../entering/passphrase-choice.tsx";
import { fieldErrors } from "../field-error.ts";
import { StepProgress } from "../space-list.tsx";
import { isManager, useSpaceChange, useSpaces } from "../use-spaces.ts";

/** The domains of a space, and its password, passphrase or folder on this device. */
export function SetupPart({ space }: { readonly space: ListedSpace }) {
  const words = useText().spaces.setup;
  const { carrier, isEncrypted } = space;
  return (
    <div className="flex flex-col gap-6">
      <DomainSetup space={space} />
      <Group title={words.access}>
        {carrier === null && <p className="text-ink-soft">{words.lost}</p>}
        {carrier?.kind === "postgres" ? (
          <>
            <SecretSetup id={space.id} field="password" />
            <PlaceSetup key={carrier.address} id={space.id} field="address" place={carrier.address} />
          </>
        ) : (
          <PlaceSetup key={carrier?.folder} id={space.id} field="folder" place={carrier?.folder ?? ""} />
        )}
        {isEncrypted && <SecretSetup id={space.id} field="passphrase" />}
      </Group>
      <Group title={words.encryption}>
        {isEncrypted ? <PassphraseChange space={space} /> : <p className="text-ink-soft">{words.notEncrypted}</p>}
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <div className="flex flex-col items-start gap-3">{children}</div>
    </section>
  );
}

function DomainSetup({ space }: { readonly space: ListedSpace }) {
  const text = useText();
  const words = text.spaces.setup;
  const toast = useToast();
  const spaces = useSpaces().data ?? [];
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<ChosenDomains>(NO_DOMAINS);
  const add = useSpaceChange("spaces.addDomains", {
    quiet: true,
    onSuccess(_space, { domains }) {
      toast.show(words.added(domains.length));
      setAdding(false);
      setChosen(NO_DOMAINS);
    },
  });
  const errors = fieldErrors(add.error, ["domains"], text);
  const showForm = (isShown: boolean) => {
    add.reset();
    setAdding(isShown);
  };
  const addOffered = () => {
    const domains = [...space.offeredDomains];
    if (!domains.includes(USER_DOMAIN)) return add.mutate({ id: space.id, domains });
    // The form asks for the second confirmation.
    setChosen({ domains: new Set(domains), isUserConfirmed: false });
    showForm(true);
  };
  return (
    <Group title={text.common.domains}>
      <ul aria-label={text.common.domains} className="flex flex-wrap gap-1">
        {space.domains.map((domain) => (
          <li key={domain} className="rounded-sm bg-sunken px-1.5 py-0.5 wrap-anywhere forced-colors:border" dir="auto">
            {markHidden(domain)}
          </li>
        ))}
      </ul>
      {space.offeredDomains.length > 0 && space.role !== "reader" && (
        <Offer text={words.offered(space.offeredDomains.map((domain) => markHidden(domain)))}>
          <Button size="small" disabled={add.isPending} onClick={addOffered}>
            {words.addOffered}
          </Button>
        </Offer>
      )}
      {!isAdding && <InlineError error={add.error} />}
      {isAdding ? (
        <Form
          className="flex w-full flex-col items-start gap-3"
          onSubmit={() => {
            if (!isChoiceComplete(chosen) || add.isPending) return;
            const { domains, isUserConfirmed } = chosen;
            add.mutate({ id: space.id, domains: [...domains], confirmUserDomain: isUserConfirmed });
          }}
        >
          <DomainChoice
            spaces={spaces}
            chosen={chosen}
            error={errors.at("domains")}
            disabled={add.isPending}
            onChange={setChosen}
          />
          <InlineError error={errors.rest} />
          <div className="flex gap-2">
            <Button type="submit" variant="primary" disabled={!isChoiceComplete(chosen) || add.isPending}>
              {words.addDomains}
            </Button>
            <Button onClick={() => showForm(false)}>{text.common.cancel}</Button>
          </div>
        </Form>
      ) : (
        space.role !== "reader" && (
          <Button icon={Plus} onClick={() => showForm(true)}>
            {words.addDomains}
          </Button>
        )
      )}
    </Group>
  );
}

interface PlaceSetupProps {
  readonly id: string;
  readonly field: "folder" | "address";
  /** The current folder or address, or "" if it is unknown. */
  readonly place: string;
}

/** The folder or the address of a space. A button saves it after a change. */
function PlaceSetup({ id, field, place }: PlaceSetupProps) {
  const text = useText();
  const words = text.spaces.setup;
  const [value, setValue] = useState(place);
  const { save, shown } = useSaveAccess();
  const input = {
    ...shown,
    hint: words[`${field}Hint`],
    label: field === "folder" ? text.common.folder : words.address,
    value,
    onChange: setValue,
  };
  return (
    <Form
      className="flex w-full max-w-120 flex-col items-stretch gap-2"
      onSubmit={() => value.trim() !== "" && value !== place && save.mutate({ id, [field]: value.trim() })}
    >
      {field === "folder" ? (
        <PathField choose={{ folder: text.spaces.form.chooseFolder }} {...input} />
      ) : (
        <TextField code {...input} />
      )}
      {value !== place && (
        <Button type="submit" className="self-start" disabled={value.trim() === "" || save.isPending}>
          {text.common.save}
        </Button>
      )}
    </Form>
  );
}

function SecretSetup({ id, field }: { readonly id: string; readonly field: "password" | "passphrase" }) {
  const { common } = useText();
  const words = useText().spaces.setup;
  const [value, setValue] = useState("");
  const { save, shown } = useSaveAccess();
  return (
    <Form
      className="flex w-full max-w-120 items-start gap-2"
      onSubmit={() => value !== "" && save.mutate({ id, [field]: value }, { onSuccess: () => setValue("") })}
    >
      <TextField
        label={words[field]}
        hint={words[`${field}Hint`]}
        className="flex-1"
        type="password"
        value={value}
        onChange={setValue}
        {...shown}
      />
      <Button type="submit" className="mt-5.5" disabled={value === "" || save.isPending}>
        {common.save}
      </Button>
    </Form>
  );
}

/** Saves how this device reaches a space, and the state of the field as its properties. */
function useSaveAccess() {
  const text = useText();
  const toast = useToast();
  const save = useSpaceChange("spaces.setAccess", {
    quiet: true,
    onSuccess: () => toast.show(text.spaces.setup.saved),
  });
  return { save, shown: { error: save.isError ? errorSentence(save.error, text) : null, disabled: save.isPending } };
}

function PassphraseChange({ space }: { readonly space: ListedSpace }) {
  const text = useText();
  const words = text.spaces.setup;
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [passphrase, setPassphrase] = useState({ value: "", isStored: false });
  const change = useSpaceChange("spaces.changePassphrase", {
    quiet: true,
    onSuccess() {
      setOpen(false);
      toast.show(words.changed);
    },
  });
  const errors = fieldErrors(change.error, ["passphrase"], text);
  if (!isManager(space)) return <p className="text-ink-soft">{text.spaces.encryptedHint}</p>;
  const open = () => {
    setPassphrase({ value: "", isStored: false });
    change.reset();
    setOpen(true);
  };
  return (
    <>
      <p className="text-ink-soft">{text.spaces.encryptedHint}</p>
      <Button icon={KeyRound} onClick={open}>
        {words.change}
      </Button>
      {isOpen && (
        <FormDialog
          title={words.changeTitle}
          description={words.changeText}
          submitLabel={words.changeSubmit}
          canSubmit={passphrase.value !== "" && passphrase.isStored}
          isBusy={change.isPending}
          error={change.error}
          rest={errors.rest}
          onSubmit={() => change.mutate({ id: space.id, passphrase: passphrase.value })}
          onClose={() => setOpen(false)}
        >
          <PassphraseChoice
            {...passphrase}
            error={errors.at("passphrase")}
            disabled={change.isPending}
            onChange={(value, isStored) => setPassphrase({ value, isStored })}
          />
          {change.isPending && <StepProgress space={space} />}
        </FormDialog>
      )}
    </>
  );
}

import { useEffect, useState } from "react";
import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import type { JoinPreview, ListedSpace } from "../../../../electron/core/spaces.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextArea, TextInput } from "../../../ui/field.tsx";
import { matchesKeys } from "../../../ui/keys.ts";
import { PathField } from "../../../ui/path-field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { UserConfirmation } from "../domain-choice.tsx";
import { type FieldErrors, fieldErrors } from "../field-error.ts";
import { JoinPreviewPart } from "./join-preview.tsx";
import { useEntering } from "./use-entering.ts";
import { useShownError } from "./use-shown-error.ts";

const EXAMPLE = "recollect://join?…";

type JoinInput = MethodInput<"spaces.previewJoin">;

/** What the invitation does not contain; empty: not given. */
interface Given {
  readonly secret: string;
  readonly folder: string;
  readonly password: string;
  readonly passphrase: string;
}
const NOTHING: Given = { secret: "", folder: "", password: "", passphrase: "" };

interface JoinSpaceDialogProps {
  readonly spaces: readonly ListedSpace[];
  /** The invitation that was opened; "": none yet. */
  readonly initialLink: string;
  /** Called with the id of the space. */
  readonly onJoined: (space: string) => void;
  readonly onClose: () => void;
}

/** Joins a space by an invitation. Nothing is read before the person asks for it, and nothing shared before they join. */
export function JoinSpaceDialog({ spaces, initialLink, onJoined, onClose }: JoinSpaceDialogProps) {
  const text = useText();
  const words = text.spaces.joining;
  const toast = useToast();
  const [link, setLink] = useState(initialLink);
  const [given, setGiven] = useState<Given>(NOTHING);
  const [deviceName, setDeviceName] = useState("");
  const [isUserConfirmed, setUserConfirmed] = useState(false);
  const [preview, setPreview] = useState<JoinPreview | null>(null);
  const look = useBridgeMutation("spaces.previewJoin", {
    onSuccess(found) {
      // A member that does not know the place any more joins again.
      const isLost = spaces.some(({ id, carrier }) => id === found.space && carrier === null);
      setPreview({ ...found, isMember: found.isMember && !isLost });
    },
  });
  const { call, cancel, isCancelling } = useEntering("spaces.join", (space) => {
    toast.show({ message: words.done(space.name) });
    onJoined(space.id);
  });
  const isBusy = look.isPending || call.isPending;
  const needs = preview?.needs ?? [];
  const errors = fieldErrors(
    call.error ?? look.error,
    ["deviceName", ...(preview === null ? ["link"] : ["secret", "folder", "password", "passphrase"])],
    text,
  );
  const form = useShownError(call.error ?? look.error);
  useEffect(() => {
    // The field that had the focus is gone. The next one to fill in gets it.
    const fields = form.current?.querySelectorAll<HTMLInputElement>("input:not([type=checkbox])") ?? [];
    if (look.data !== undefined) [...fields].find(({ value }) => value === "")?.focus();
  }, [look.data, form]);
  const input: JoinInput = {
    link: link.trim(),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== "")),
  };
  const shares = preview?.domains.some(({ domain }) => domain === USER_DOMAIN) === true && preview.role !== "reader";
  const canJoin =
    preview !== null &&
    needs.length === 0 &&
    !preview.isMember &&
    preview.domains.every(({ takenBy }) => takenBy === null) &&
    (!shares || isUserConfirmed);
  const change = (part: Partial<Given>) => setGiven({ ...given, ...part });
  const startAgain = () => {
    setPreview(null);
    setGiven(NOTHING);
    setUserConfirmed(false);
    look.reset();
    call.reset();
  };
  const submit = () => {
    if (isBusy || input.link === "") return;
    call.reset();
    if (preview === null || needs.length > 0) return look.mutate(input);
    if (!canJoin) return;
    const name = deviceName.trim();
    call.mutate({ ...input, confirmUserDomain: isUserConfirmed, ...(name === "" ? {} : { deviceName: name }) });
  };
  const close = () => (call.isPending ? cancel() : onClose());
  const isMissing = needs.length > 0 && given.secret === "" && needs.some((need) => given[need] === "");
  return (
    <Dialog
      open
      onClose={close}
      title={words.title}
      description={preview === null ? words.nothingYet : undefined}
      footer={
        <>
          {preview !== null && (
            <Button variant="quiet" className="mr-auto -ml-2" disabled={isBusy} onClick={startAgain}>
              {words.other}
            </Button>
          )}
          <Button onClick={close} disabled={isCancelling}>
            {text.common.cancel}
          </Button>
          {preview?.isMember === true ? (
            <Button variant="primary" onClick={() => onJoined(preview.space)}>
              {words.showMember}
            </Button>
          ) : (
            <Button
              variant="primary"
              type="submit"
              form="join-space"
              disabled={isBusy || input.link === "" || (preview !== null && (needs.length > 0 ? isMissing : !canJoin))}
            >
              {preview === null ? words.look : needs.length > 0 ? words.again : words.submit}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={form}
        id="join-space"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {preview === null ? (
          <Field label={words.link} hint={words.linkHint} error={errors.at("link")}>
            <TextArea
              rows={4}
              className="font-mono text-sm break-all"
              value={link}
              placeholder={EXAMPLE}
              disabled={isBusy}
              onChange={(event) => {
                setLink(event.target.value);
                look.reset();
              }}
              onKeyDown={(event) => {
                if (!matchesKeys(event.nativeEvent, "enter") || event.nativeEvent.isComposing) return;
                event.preventDefault();
                submit();
              }}
            />
          </Field>
        ) : (
          <>
            <JoinPreviewPart preview={preview} />
            {!preview.isMember && (
              <>
                <NeededFields
                  preview={preview}
                  given={given}
                  errors={errors}
                  disabled={isBusy}
                  onChange={(part) => {
                    change(part);
                    look.reset();
                  }}
                />
                {needs.length === 0 && shares && (
                  <UserConfirmation
                    count={preview.domains.find(({ domain }) => domain === USER_DOMAIN)?.outgoing ?? 0}
                    isConfirmed={isUserConfirmed}
                    onChange={setUserConfirmed}
                  />
                )}
                {needs.length === 0 && (
                  <Field
                    label={text.spaces.form.deviceName}
                    hint={text.spaces.form.deviceHint}
                    error={errors.at("deviceName")}
                  >
                    <TextInput
                      value={deviceName}
                      maxLength={100}
                      autoComplete="off"
                      className="max-w-64"
                      disabled={isBusy}
                      onChange={(event) => setDeviceName(event.target.value)}
                    />
                  </Field>
                )}
              </>
            )}
          </>
        )}
        {isBusy && (
          <ProgressBar
            label={call.isPending ? words.busy : words.looking}
            done={0}
            total={0}
            valueText={isCancelling ? text.spaces.creating.cancelling : call.isPending ? words.busy : words.looking}
          />
        )}
        {errors.rest !== null && <ErrorState error={errors.rest} inline />}
      </form>
    </Dialog>
  );
}

interface NeededFieldsProps {
  readonly preview: JoinPreview;
  readonly given: Given;
  readonly errors: FieldErrors;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<Given>) => void;
}

/** Fields for what is needed and was not given, and for what was refused. */
function NeededFields({ preview, given, errors, disabled, onChange }: NeededFieldsProps) {
  const text = useText();
  const words = text.spaces.joining;
  const form = text.spaces.form;
  const { needs } = preview;
  const isShown = (field: keyof Given) => errors.at(field) !== null || given[field] !== "";
  const password = needs.includes("password") || isShown("password");
  const passphrase = needs.includes("passphrase") || isShown("passphrase");
  const secret = isShown("secret") || needs.includes("password") || needs.includes("passphrase");
  const secretField = (field: "secret" | "password" | "passphrase", label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errors.at(field)}>
      <TextInput
        type="password"
        value={given[field]}
        autoComplete="new-password"
        className="max-w-80"
        disabled={disabled}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      {(needs.includes("folder") || isShown("folder")) && (
        <PathField
          label={form.folderPath}
          choose={{ folder: form.chooseFolder }}
          hint={words.folderHint}
          error={errors.at("folder")}
          value={given.folder}
          disabled={disabled}
          onChange={(folder) => onChange({ folder })}
        />
      )}
      {secret && secretField("secret", words.secret, words.secretHint)}
      {(password || passphrase) && given.secret === "" && (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-ink-soft">{words.or}</p>
          {password && secretField("password", form.password)}
          {passphrase && secretField("passphrase", form.passphrase)}
        </div>
      )}
    </>
  );
}

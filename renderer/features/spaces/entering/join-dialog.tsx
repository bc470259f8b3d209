import { useReducer } from "react";
import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { JoinPreview, ListedSpace } from "../../../../electron/core/spaces.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog, submitOnEnter } from "../../../ui/dialog.tsx";
import { Field, PathField, TextArea, TextField } from "../../../ui/field.tsx";
import { Code } from "../../../ui/inline-text.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { UserConfirmation } from "../domain-choice.tsx";
import { type FieldErrors, fieldErrors } from "../field-error.ts";
import { useEntering } from "../use-spaces.ts";
import {
  canSubmit,
  inputOf,
  type JoinAction,
  type JoinState,
  type JoinValues,
  reduceJoin,
  sharesUser,
  startJoin,
} from "./join-state.ts";

const EXAMPLE = "recollect://join?…";

interface JoinSpaceDialogProps {
  readonly spaces: readonly ListedSpace[];
  /** The invitation that was opened, or "". */
  readonly initialLink: string;
  /** Called with the id of the space. */
  readonly onJoined: (space: string) => void;
  readonly onClose: () => void;
}

/** Joins a space by an invitation. It is read only after the person asks for it, and memories are shared after joining. */
export function JoinSpaceDialog({ spaces, initialLink, onJoined, onClose }: JoinSpaceDialogProps) {
  const text = useText();
  const words = text.spaces.joining;
  const [state, change] = useReducer(reduceJoin, initialLink, startJoin);
  const { step, preview, values, deviceName } = state;
  const look = useBridgeMutation("spaces.previewJoin", {
    onSuccess(found) {
      // A member whose device lost the location of the space joins again.
      const isLost = spaces.some(({ id, carrier }) => id === found.space && carrier === null);
      change({ type: "looked", preview: { ...found, isMember: found.isMember && !isLost } });
    },
    onError: (error) => change({ type: "failed", error }),
  });
  const join = useEntering("spaces.join", words.done, {
    onDone: ({ id }) => onJoined(id),
    onError: (error) => change({ type: "failed", error }),
  });
  const isBusy = step === "looking" || step === "joining";
  const busy = step === "joining" ? words.busy : words.looking;
  const fields = preview === null ? ["link"] : ["secret", "folder", "password", "passphrase"];
  const errors = fieldErrors(state.error, ["deviceName", ...fields], text);
  const submit = () => {
    if (step === "member") return onJoined(preview.space);
    if (step === "ready") {
      change({ type: "join" });
      const name = deviceName.trim();
      const device = name === "" ? {} : { deviceName: name };
      return join.run({ ...inputOf(state), confirmUserDomain: state.isUserConfirmed, ...device });
    }
    change({ type: "look" });
    look.mutate(inputOf(state));
  };
  const submitLabels = { link: words.look, missing: words.again, member: words.showMember };
  const former = step === "looking" ? (preview === null ? "link" : "missing") : step;
  return (
    <FormDialog
      title={text.common.joinSpace}
      description={preview === null ? words.nothingYet : undefined}
      submitLabel={former === "ready" || former === "joining" ? words.submit : submitLabels[former]}
      canSubmit={canSubmit(state)}
      isBusy={isBusy}
      isCancelling={join.isCancelling}
      error={state.error}
      rest={errors.rest}
      actions={
        preview !== null && (
          <Button variant="quiet" disabled={isBusy} onClick={() => change({ type: "restart" })}>
            {words.other}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={step === "joining" ? join.cancel : onClose}
    >
      {preview === null ? (
        <Field label={words.link} hint={words.linkHint} error={errors.at("link")}>
          <TextArea
            rows={4}
            className="font-mono text-sm break-all"
            value={state.link}
            placeholder={EXAMPLE}
            disabled={isBusy}
            onValueChange={(link) => change({ type: "linkEntered", link })}
            onKeyDown={submitOnEnter}
          />
        </Field>
      ) : (
        <JoinPreviewPart preview={preview} />
      )}
      {preview !== null && step !== "member" && (
        <NeededFields
          preview={preview}
          values={values}
          errors={errors}
          disabled={isBusy}
          onChange={(changes) => change({ type: "valuesEntered", values: changes })}
        />
      )}
      {(step === "ready" || step === "joining") && (
        <ReadyFields state={state} preview={preview} errors={errors} disabled={isBusy} onChange={change} />
      )}
      {isBusy && <ProgressBar label={busy} valueText={join.isCancelling ? text.spaces.creating.cancelling : busy} />}
    </FormDialog>
  );
}

interface ReadyFieldsProps {
  readonly state: JoinState;
  readonly preview: JoinPreview;
  readonly errors: FieldErrors;
  readonly disabled: boolean;
  readonly onChange: (action: JoinAction) => void;
}

/** The confirmation that `user` is shared, and the name of this device in the space. */
function ReadyFields({ state, preview, errors, disabled, onChange }: ReadyFieldsProps) {
  const { common, spaces } = useText();
  return (
    <>
      {sharesUser(preview) && (
        <UserConfirmation
          count={preview.domains.find(({ domain }) => domain === USER_DOMAIN)?.outgoing ?? 0}
          isConfirmed={state.isUserConfirmed}
          onChange={(isConfirmed) => onChange({ type: "userConfirmed", isConfirmed })}
        />
      )}
      <TextField
        label={common.deviceName}
        hint={spaces.form.deviceHint}
        error={errors.at("deviceName")}
        value={state.deviceName}
        maxLength={100}
        inputClassName="max-w-64"
        disabled={disabled}
        onChange={(deviceName) => onChange({ type: "deviceNamed", deviceName })}
      />
    </>
  );
}

/** The effects of joining: the incoming changes, and the outgoing memories of each domain. */
function JoinPreviewPart({ preview }: { readonly preview: JoinPreview }) {
  const text = useText().spaces;
  const words = text.joining;
  const { name, carrier, place, role, isEncrypted, isMember, domains, incoming, needs } = preview;
  const facts = [text.carrier[carrier], ...(role === null ? [] : [text.roles[role]])];
  if (isEncrypted) facts.push(text.encrypted);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-lg font-semibold wrap-anywhere" dir="auto">
          {markHidden(name)}
        </p>
        <p className="text-ink-soft">
          {facts.join(" · ")}
          {place !== null && (
            <>
              {" · "}
              <Code className="break-all">{place}</Code>
            </>
          )}
        </p>
      </div>
      {isMember ? (
        <p role="status">{words.member}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2.5 forced-colors:border">
          <dt className="text-ink-soft">{words.in}</dt>
          <dd>
            {incoming === null
              ? words.unknownIncoming
              : incoming.changes === 0
                ? words.nothingIncoming
                : words.incoming(incoming.changes, incoming.devices)}
          </dd>
          <dt className="text-ink-soft">{words.out}</dt>
          <dd>
            {role === "reader" && <p>{words.readOnly}</p>}
            <ul>
              {domains.map(({ domain, outgoing, takenBy }) => (
                <li key={domain} className="min-w-0">
                  <span className="font-medium wrap-anywhere" dir="auto">
                    {markHidden(domain)}
                  </span>
                  {takenBy !== null ? (
                    <span className="block text-bad-text">{words.taken(domain, takenBy)}</span>
                  ) : (
                    role !== "reader" && (
                      <span className="text-ink-soft">
                        {": "}
                        {outgoing === 0 ? words.nothingOutgoing : words.outgoing(outgoing)}
                      </span>
                    )
                  )}
                </li>
              ))}
            </ul>
            {needs.length === 0 && role !== "reader" && <p className="text-sm text-ink-faint">{words.identical}</p>}
          </dd>
        </dl>
      )}
    </div>
  );
}

interface NeededFieldsProps {
  readonly preview: JoinPreview;
  readonly values: JoinValues;
  readonly errors: FieldErrors;
  readonly disabled: boolean;
  readonly onChange: (values: Partial<JoinValues>) => void;
}

/** Fields for the missing and the refused values. */
function NeededFields({ preview, values, errors, disabled, onChange }: NeededFieldsProps) {
  const text = useText();
  const words = text.spaces.joining;
  const form = text.spaces.form;
  const { needs } = preview;
  const isShown = (field: keyof JoinValues) => errors.at(field) !== null || values[field] !== "";
  const password = needs.includes("password") || isShown("password");
  const passphrase = needs.includes("passphrase") || isShown("passphrase");
  const secret = isShown("secret") || needs.includes("password") || needs.includes("passphrase");
  const secretField = (field: "secret" | "password" | "passphrase", label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      error={errors.at(field)}
      type="password"
      value={values[field]}
      inputClassName="max-w-80"
      disabled={disabled}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <>
      {(needs.includes("folder") || isShown("folder")) && (
        <PathField
          label={text.common.folder}
          choose={{ folder: form.chooseFolder }}
          hint={words.folderHint}
          error={errors.at("folder")}
          value={values.folder}
          disabled={disabled}
          onChange={(folder) => onChange({ folder })}
        />
      )}
      {secret && secretField("secret", words.secret, words.secretHint)}
      {(password || passphrase) && values.secret === "" && (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-ink-soft">{words.or}</p>
          {password && secretField("password", text.common.password)}
          {passphrase && secretField("passphrase", form.passphrase)}
        </div>
      )}
    </>
  );
}

import { Plus, X } from "lucide-react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerJson, ServerJsonChoice } from "../../../../electron/core/server-json.ts";
import type { ServerInput } from "../../../../electron/core/server-template.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useSecretPlace } from "../../../data/use-secret-place.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Segmented, Switch, SwitchField } from "../../../ui/choice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useNoteText } from "../../../ui/note-text.ts";
import { optionsOf, SelectField } from "../../../ui/select.tsx";
import type { DraftInput, NamedValue } from "./server-draft.ts";

interface UnderstoodProps {
  readonly transport: MethodInput<"servers.add">["transport"];
  /** Changes the transport of an address; null if it is fixed. */
  readonly onKind: ((kind: "http" | "sse") => void) | null;
}

/** The program with its arguments, or the address with its transport. */
export function Understood({ transport, onKind }: UnderstoodProps) {
  const text = useText().servers;
  const words = text.adding;
  if (transport.kind === "stdio") return <Program command={transport.command} args={transport.args ?? []} />;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-ink-soft">
        {words.address} <code className="font-mono text-sm wrap-anywhere">{transport.url}</code>
      </p>
      {onKind !== null && (
        <Segmented
          label={words.transport}
          value={transport.kind}
          options={optionsOf({ http: text.transport.http, sse: text.transport.sse })}
          onChange={onKind}
        />
      )}
    </div>
  );
}

/** A program, and warnings about arguments that only a shell expands. */
function Program({ command, args }: { readonly command: string; readonly args: readonly string[] }) {
  const words = useText().servers.adding;
  const warnings = [
    args.some((arg) => /^~(?:\/|\\|$)/.test(arg)) ? words.tilde : null,
    args.some((arg) => /^(?:[|&;<>]+|\$\w+|\$\{.*\})$/.test(arg)) ? words.shell : null,
  ].filter((warning) => warning !== null);
  return (
    <div>
      <p className="text-ink-soft">{words.program(command, args.length)}</p>
      {args.length > 0 && (
        <ol aria-label={words.arguments} className="mt-1.5 flex flex-wrap gap-1">
          {args.map((arg, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: an argument has no identity but its position
              key={index}
              className="min-h-5.5 max-w-full rounded-sm wrap-anywhere bg-sunken px-1.5 py-0.5 font-mono text-sm text-ink-soft forced-colors:border"
            >
              {arg}
            </li>
          ))}
        </ol>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="mt-1.5 text-sm text-warn-text">
          {warning}
        </p>
      ))}
      <p className="mt-1.5 text-sm text-ink-faint">{words.rights}</p>
    </div>
  );
}

interface RegistryFieldsProps {
  readonly server: ServerJson;
  /** The chosen package or address. */
  readonly choice: ServerJsonChoice;
  readonly inputs: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChosen: (index: number) => void;
  readonly onInputs: (inputs: Readonly<Record<string, string>>) => void;
  /** Whether the owner agreed to the values that the file sets. */
  readonly agreed: boolean;
  readonly onAgreed: (agreed: boolean) => void;
}

/** The packages and addresses of a registry's `server.json`, and the values that the chosen one needs. */
export function RegistryFields(props: RegistryFieldsProps) {
  const { server, choice, inputs, disabled, onChosen, onInputs } = props;
  const words = useText().servers.adding;
  const noteText = useNoteText();
  const { description, choices } = server;
  return (
    <>
      {description !== null && <p className="text-ink-soft">{description}</p>}
      {choices.length > 1 && (
        <SelectField
          label={words.variant}
          value={String(choices.indexOf(choice))}
          options={choices.map(({ type, title }, index) => ({ value: String(index), label: `${type} · ${title}` }))}
          onChange={(index) => onChosen(Number(index))}
        />
      )}
      {choice.problem !== null && (
        <p role="alert" className="text-warn-text">
          {words.unusable(choice.title, noteText(choice.problem))}
        </p>
      )}
      {choice.problem === null && choice.inputs.length > 0 && (
        <fieldset disabled={disabled} className="flex flex-col gap-3">
          <legend className="sr-only">{words.inputs}</legend>
          {choice.inputs.map((input) => (
            <InputField
              key={input.name}
              input={input}
              value={inputs[input.name] ?? ""}
              onChange={(value) => onInputs({ ...inputs, [input.name]: value })}
            />
          ))}
        </fieldset>
      )}
      {choice.problem === null && choice.fixed.length > 0 && <FixedValues {...props} />}
    </>
  );
}

/** The variables, headers and arguments that the file sets, with a switch to agree to them. */
function FixedValues({ choice, agreed, disabled, onAgreed }: RegistryFieldsProps) {
  const words = useText().servers.adding;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-soft">{words.fixed}</p>
      <ul aria-label={words.fixed} className="flex flex-col gap-1 font-mono text-sm">
        {choice.fixed.map(({ kind, name, value }) => (
          <li key={`${kind} ${name} ${value}`} className="wrap-anywhere">
            {markHidden([name, value].filter(Boolean).join(kind === "header" ? ": " : kind === "variable" ? "=" : " "))}
          </li>
        ))}
      </ul>
      <SwitchField
        label={words.agree}
        hint={words.agreeHint}
        checked={agreed}
        disabled={disabled}
        onChange={onAgreed}
      />
    </div>
  );
}

interface PlaceholderFieldsProps {
  readonly inputs: readonly DraftInput[];
  readonly values: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onInputs: (values: Readonly<Record<string, string>>) => void;
  /** Leaves out the variables or headers that need an input. */
  readonly onOmit: (input: string) => void;
}

/** A field for each placeholder of the text. Variables and headers can be left out. */
export function PlaceholderFields({ inputs, values, disabled, onInputs, onOmit }: PlaceholderFieldsProps) {
  const words = useText().servers.adding;
  if (inputs.length === 0) return null;
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-3">
      <legend className="mb-2 text-sm text-ink-soft">{words.placeholders}</legend>
      {inputs.map((input) => (
        <div key={input.name} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <InputField
              input={input}
              isPlain={input.isPlain}
              value={values[input.name] ?? ""}
              onChange={(value) => onInputs({ ...values, [input.name]: value })}
            />
          </div>
          {!input.isPlain && (
            <IconButton
              label={words.leaveOut(input.name)}
              icon={X}
              size="small"
              className="mt-6.5"
              disabled={disabled}
              onClick={() => onOmit(input.name)}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}

interface InputFieldProps {
  readonly input: ServerInput;
  /** Whether the value is stored as plain text although it may be secret. */
  readonly isPlain?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function InputField({ input, isPlain = false, value, onChange }: InputFieldProps) {
  const { common, servers } = useText();
  const words = servers.adding;
  const place = useSecretPlace();
  const { name, description, isRequired, isSecret, default: initial, choices } = input;
  const label = isRequired ? words.requiredInput(name) : name;
  if (choices.length > 0) {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <SelectField
        label={label}
        value={value === "" ? (initial ?? "") : value}
        options={initial === null ? [{ value: "", label: words.noValue }, ...options] : options}
        onChange={onChange}
      />
    );
  }
  const hint = (
    <>
      {description}
      {isSecret && (
        <span className="block">{isPlain ? words.plainInput : place !== null && common.storedSecret[place]}</span>
      )}
    </>
  );
  return (
    <TextField
      label={label}
      hint={description !== null || isSecret ? hint : undefined}
      type={isSecret ? "password" : "text"}
      value={value}
      placeholder={initial ?? undefined}
      code
      onChange={onChange}
    />
  );
}

interface ValueRowsProps {
  readonly kind: "variables" | "headers";
  readonly values: readonly NamedValue[];
  readonly disabled: boolean;
  readonly onChange: (values: readonly NamedValue[]) => void;
}

/** Variables or headers, each with a switch that stores its value as a secret. */
export function ValueRows({ kind, values, disabled, onChange }: ValueRowsProps) {
  const text = useText().servers.adding;
  const place = useSecretPlace();
  const set = (index: number, changes: Partial<NamedValue>) =>
    onChange(values.map((value, at) => (at === index ? { ...value, ...changes } : value)));
  return (
    <fieldset disabled={disabled}>
      <legend className="text-sm text-ink-soft">{text[kind]}</legend>
      {values.map(({ name, value, secret }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its position
        <div key={index} className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextField
            label={text.valueName(index + 1)}
            hideLabel
            className="min-w-0 grow basis-36"
            value={name}
            placeholder={kind === "variables" ? "NAME" : "Authorization"}
            code
            onChange={(next) => set(index, { name: next })}
          />
          <TextField
            label={text.value(index + 1)}
            hideLabel
            className="min-w-0 grow basis-36"
            type={secret ? "password" : "text"}
            value={value}
            code
            autoComplete="off"
            onChange={(next) => set(index, { value: next })}
          />
          <span className="flex items-center gap-1.5 text-sm text-ink-soft">
            <Switch
              label={text.secretOf(index + 1)}
              checked={secret}
              disabled={disabled}
              onChange={(next) => set(index, { secret: next })}
            />
            <span aria-hidden>{text.secret}</span>
          </span>
          <IconButton
            label={text.removeValue(index + 1)}
            icon={X}
            size="small"
            disabled={disabled}
            onClick={() => onChange(values.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div className="mt-1.5 flex items-center gap-3">
        <Button
          size="small"
          variant="quiet"
          icon={Plus}
          className="-ml-2"
          disabled={disabled}
          onClick={() => onChange([...values, { name: "", value: "", secret: kind === "headers" }])}
        >
          {kind === "variables" ? text.addVariable : text.addHeader}
        </Button>
        {place !== null && values.some(({ secret }) => secret) && (
          <span className="text-sm text-ink-faint">{text.secretHint[place]}</span>
        )}
      </div>
    </fieldset>
  );
}

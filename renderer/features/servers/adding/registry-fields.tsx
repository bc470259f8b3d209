import type { ServerJson, ServerJsonInput } from "../../../../electron/core/server-json.ts";
import { useText } from "../../../text/use-text.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { useNoteText } from "../../clients/note-text.ts";

interface RegistryFieldsProps {
  readonly server: ServerJson;
  /** The position of the chosen package or address. */
  readonly chosen: number;
  readonly values: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChosen: (index: number) => void;
  readonly onValues: (values: Readonly<Record<string, string>>) => void;
}

/** What a registry's `server.json` describes: its packages and addresses, and the values that they need. */
export function RegistryFields({ server, chosen, values, disabled, onChosen, onValues }: RegistryFieldsProps) {
  const words = useText().servers.adding;
  const noteText = useNoteText();
  const { description, choices } = server;
  const choice = choices[chosen];
  if (choice === undefined) return null;
  const options = choices.map(({ type, title }, index) => ({ value: String(index), label: `${type} · ${title}` }));
  return (
    <>
      {description !== null && <p className="text-ink-soft">{description}</p>}
      {choices.length > 1 && (
        <div className="flex items-center gap-3">
          <span className="text-sm text-ink-soft" aria-hidden>
            {words.variant}
          </span>
          <Select
            label={words.variant}
            value={String(chosen)}
            options={options}
            onChange={(index) => onChosen(Number(index))}
          />
        </div>
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
              value={values[input.name] ?? ""}
              onChange={(value) => onValues({ ...values, [input.name]: value })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

interface InputFieldProps {
  readonly input: ServerJsonInput;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function InputField({ input, value, onChange }: InputFieldProps) {
  const words = useText().servers.adding;
  const { name, description, isRequired, isSecret, default: given, choices } = input;
  const label = isRequired ? words.requiredInput(name) : name;
  const hasHint = description !== null || isSecret;
  const hint = (
    <>
      {description}
      {isSecret && <span className="block">{words.secretInput}</span>}
    </>
  );
  if (choices.length > 0) {
    return (
      <div className="flex items-center gap-3">
        <span className="text-sm text-ink-soft" aria-hidden>
          {label}
        </span>
        <Select
          label={label}
          value={value === "" ? (given ?? "") : value}
          options={[
            ...(given === null ? [{ value: "", label: words.noValue }] : []),
            ...choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          onChange={onChange}
        />
      </div>
    );
  }
  return (
    <Field label={label} hint={hasHint ? hint : undefined}>
      <TextInput
        type={isSecret ? "password" : "text"}
        value={value}
        placeholder={given ?? undefined}
        className="font-mono text-sm"
        autoComplete={isSecret ? "new-password" : "off"}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useText } from "../../../text/use-text.ts";
import { Field, TextArea, TextInput } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ALL_ARGUMENTS, type FieldProblem, type SchemaField } from "./schema-fields.ts";

interface SchemaFormProps {
  readonly fields: readonly SchemaField[];
  /** What was entered, by the name of the field. */
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, FieldProblem>>;
  readonly onChange: (name: string, text: string) => void;
}

/** Fields for the arguments of a tool. */
export function SchemaForm({ fields, texts, problems, onChange }: SchemaFormProps) {
  return fields.map((field) => (
    <SchemaInput
      key={field.name}
      field={field}
      text={texts[field.name] ?? field.initial}
      problem={problems[field.name] ?? null}
      onChange={(text) => onChange(field.name, text)}
    />
  ));
}

interface SchemaInputProps {
  readonly field: SchemaField;
  readonly text: string;
  readonly problem: FieldProblem | null;
  readonly onChange: (text: string) => void;
}

function SchemaInput({ field, text, problem, onChange }: SchemaInputProps) {
  const words = useText().servers.trying;
  const { name, description, required, control } = field;
  const title = name === ALL_ARGUMENTS ? words.all : markHidden(name);
  const label = required && name !== ALL_ARGUMENTS ? `${title} · ${words.required}` : title;
  const hint = description === "" ? undefined : markHidden(description);
  const error = problem === null ? null : problemText(problem, words);
  if (control.kind === "choice") {
    const options = control.options.map((option, index) => ({ value: String(index), label: markHidden(option.label) }));
    const unset = { value: "", label: words.unset };
    return (
      <div className="flex min-w-0 flex-col items-start gap-1">
        <span className="text-sm text-ink-soft" aria-hidden>
          {label}
        </span>
        <Select
          label={label}
          value={text}
          options={required && text !== "" ? options : [unset, ...options]}
          className="max-w-full min-w-32"
          onChange={onChange}
        />
        {error !== null && (
          <span role="alert" className="text-sm text-bad-text">
            {error}
          </span>
        )}
        {error === null && hint !== undefined && <span className="text-sm text-ink-faint">{hint}</span>}
      </div>
    );
  }
  const isJson = control.kind === "json";
  return (
    <Field label={isJson && name !== ALL_ARGUMENTS ? `${label} · ${words.json}` : label} hint={hint} error={error}>
      {control.kind === "number" ? (
        <TextInput
          inputMode="decimal"
          value={text}
          className="max-w-40"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextArea
          rows={isJson ? 3 : Math.min(8, text.split("\n").length)}
          value={text}
          className={isJson ? "font-mono text-sm" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function problemText(problem: FieldProblem, words: Text["servers"]["trying"]): string {
  const { problems } = words;
  return "value" in problem ? problems[problem.kind](problem.value) : problems[problem.kind];
}

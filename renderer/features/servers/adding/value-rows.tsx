import { Plus, X } from "lucide-react";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { NamedValue } from "./server-input.ts";

interface ValueRowsProps {
  readonly kind: "variables" | "headers";
  readonly values: readonly NamedValue[];
  readonly disabled: boolean;
  readonly onChange: (values: readonly NamedValue[]) => void;
}

/** Variables or headers, each with a switch that stores its value in the keychain. */
export function ValueRows({ kind, values, disabled, onChange }: ValueRowsProps) {
  const text = useText().servers.adding;
  const title = text[kind];
  const set = (index: number, changes: Partial<NamedValue>) =>
    onChange(values.map((value, at) => (at === index ? { ...value, ...changes } : value)));
  return (
    <fieldset disabled={disabled}>
      <legend className="text-sm text-ink-soft">{title}</legend>
      {values.map(({ name, value, secret }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
        <div key={index} className="mt-1.5 flex items-center gap-2">
          <Field label={text.valueName(index + 1)} hideLabel className="w-2/5">
            <TextInput
              value={name}
              placeholder={kind === "variables" ? "NAME" : "Authorization"}
              className="font-mono text-sm"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set(index, { name: event.target.value })}
            />
          </Field>
          <Field label={text.value(index + 1)} hideLabel className="flex-1">
            <TextInput
              type={secret ? "password" : "text"}
              value={value}
              className="font-mono text-sm"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set(index, { value: event.target.value })}
            />
          </Field>
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
        {values.some(({ secret }) => secret) && <span className="text-sm text-ink-faint">{text.secretHint}</span>}
      </div>
    </fieldset>
  );
}

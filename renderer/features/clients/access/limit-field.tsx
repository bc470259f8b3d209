import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Tag } from "../../../ui/tag.tsx";

interface LimitFieldProps {
  readonly label: string;
  readonly hint: string;
  /** What it says where there is no limit. */
  readonly all: string;
  /** What adding one is called. */
  readonly add: string;
  /** Null: all. */
  readonly allowed: readonly string[] | null;
  /** What is suggested. */
  readonly choices: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (allowed: readonly string[] | null) => void;
}

/** The names a client is limited to. The first that is allowed makes the limit; "Allow all" ends it. */
export function LimitField({ label, hint, all, add, allowed, choices, disabled, onChange }: LimitFieldProps) {
  const text = useText().clients.access;
  const list = useId();
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const addTyped = () => {
    if (name === "") return;
    setTyped("");
    if (allowed?.includes(name) !== true) onChange([...(allowed ?? []), name]);
  };
  return (
    <section className="mt-5" aria-label={label}>
      <h3 className="font-medium">{label}</h3>
      <p className="text-sm text-ink-faint">{hint}</p>
      <div className="mt-1.5 flex min-h-6 flex-wrap items-center gap-1.5">
        {allowed === null ? (
          <span className="text-ink-soft">{all}</span>
        ) : (
          <>
            {allowed.map((one) =>
              disabled || allowed.length === 1 ? (
                <Tag key={one} label={one} />
              ) : (
                <Tag key={one} label={one} onRemove={() => onChange(allowed.filter((other) => other !== one))} />
              ),
            )}
            <Button size="small" variant="quiet" disabled={disabled} onClick={() => onChange(null)}>
              {text.allowAll}
            </Button>
          </>
        )}
      </div>
      <form
        className="mt-1.5 flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          addTyped();
        }}
      >
        <Field label={add} hideLabel className="flex-1">
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={add}
            list={list}
            disabled={disabled}
            autoComplete="off"
          />
        </Field>
        <datalist id={list}>
          {[...new Set(choices)]
            .filter((choice) => allowed?.includes(choice) !== true)
            .map((choice) => (
              <option key={choice} value={choice} />
            ))}
        </datalist>
        <Button type="submit" icon={Plus} aria-label={add} disabled={disabled || name === ""} />
      </form>
    </section>
  );
}

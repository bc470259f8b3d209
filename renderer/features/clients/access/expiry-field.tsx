import { useState } from "react";
import { localDay, nextDay } from "../../../../electron/text/local-time.ts";
import { useText } from "../../../text/use-text.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { describeEnd, endOfDay, endOfTerm, TERMS, type Term } from "./expiry.ts";

interface ExpiryFieldProps {
  /** ISO 8601, or null if the token never expires. */
  readonly value: string | null;
  /** The initial choice; by default `never`, or the date of the value. */
  readonly initial?: Term;
  readonly now: number;
  readonly onChange: (expiresAt: string | null) => void;
}

/** Chooses when a token expires, and describes the choice. */
export function ExpiryField({ value, initial, now, onChange }: ExpiryFieldProps) {
  const text = useText();
  const words = text.clients.expiry;
  const [chosen, setChosen] = useState<Term>(initial ?? (value === null ? "never" : "date"));
  const tomorrow = nextDay(now);
  const choose = (term: Term) => {
    setChosen(term);
    if (term !== "date") onChange(endOfTerm(term, Date.now()));
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={words.label}
          options={TERMS.map((term) => ({ value: term, label: words.terms[term] }))}
          value={chosen}
          onChange={choose}
          className="min-w-32"
        />
        {chosen === "date" && (
          <Field label={words.day} hideLabel>
            <TextInput
              type="date"
              min={tomorrow}
              defaultValue={value === null ? "" : localDay(value)}
              onChange={(event) => {
                if (event.target.value >= tomorrow) onChange(endOfDay(event.target.value));
              }}
            />
          </Field>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-faint">
        {value === null
          ? words.none
          : Date.parse(value) <= now
            ? words.over(describeEnd(value, now, text))
            : words.until(describeEnd(value, now, text))}
      </p>
    </div>
  );
}

import { type ReactNode, useId } from "react";

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** Selects one of a few visible options, which wrap into a second line if necessary. */
export function Segmented<Value extends string>({ label, options, value, onChange, disabled }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex min-w-0 flex-wrap rounded-md bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)] disabled:opacity-45"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative rounded-sm px-2.5 whitespace-nowrap py-0.5 text-ink-soft transition-colors has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** The options below their label, with a hint. */
export function SegmentedField<Value extends string>(props: SegmentedProps<Value> & { readonly hint?: ReactNode }) {
  const { hint, ...segmented } = props;
  return (
    <div>
      <p className="mb-1 text-sm text-ink-soft" aria-hidden>
        {segmented.label}
      </p>
      <Segmented {...segmented} />
      {hint !== undefined && <p className="mt-1 text-sm text-ink-faint">{hint}</p>}
    </div>
  );
}

import { Select, type SelectOption } from "../../../ui/select.tsx";

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** The choice that does not limit. */
  readonly any: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** One condition: any, or one of these; tinted while it limits. */
export function FilterSelect<Value extends string>({ label, any, options, value, onChange }: FilterSelectProps<Value>) {
  return (
    <Select<Value | "">
      label={label}
      variant="quiet"
      options={[{ value: "", label: any }, ...options]}
      value={value ?? ""}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      className={value === undefined ? "max-w-44" : "max-w-44 bg-accent-soft text-accent-text"}
    />
  );
}

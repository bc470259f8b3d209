import { Switch as BaseSwitch } from "@base-ui/react/switch";
import clsx from "clsx";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { useText } from "../text/use-text.ts";

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A switch that takes effect immediately. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <BaseSwitch.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-45 forced-colors:border"
    >
      <BaseSwitch.Thumb className="size-3.5 rounded-full bg-canvas transition-transform data-checked:translate-x-3.5 forced-colors:bg-[ButtonText]" />
    </BaseSwitch.Root>
  );
}

interface SwitchFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with a label and an explanation. */
export function SwitchField({ label, hint, checked, disabled = false, onChange }: SwitchFieldProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p aria-hidden>{label}</p>
        <p className="text-sm text-ink-faint">{hint}</p>
      </div>
      <Switch label={label} checked={checked} disabled={disabled} onChange={onChange} />
    </div>
  );
}

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A number after the label; an option with nothing in it is fainter. Null if it is not known. */
  readonly count?: number | null;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** Selects one of a few visible options, which wrap into a second line if necessary. */
export function Segmented<Value extends string>({ label, options, value, onChange, disabled }: SegmentedProps<Value>) {
  const name = useId();
  const text = useText();
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex min-w-0 flex-wrap rounded-md bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)] disabled:opacity-45"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            "relative rounded-sm px-2.5 whitespace-nowrap py-0.5 transition-colors has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:has-checked:outline-2",
            option.count === 0 ? "text-ink-faint" : "text-ink-soft",
          )}
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
          {option.count != null && option.count > 0 && (
            <span className="ml-1.5 font-medium text-ink">{text.common.count(option.count)}</span>
          )}
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

interface CheckFieldProps extends Omit<ComponentPropsWithRef<"input">, "onChange"> {
  /** The layout of the label, in place of one line. */
  readonly layout?: string;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox, or a radio button, before its label. */
export function CheckField(props: CheckFieldProps) {
  const {
    layout = "flex min-h-7 items-center gap-2.5",
    type = "checkbox",
    className,
    onChange,
    children,
    ...input
  } = props;
  return (
    <label className={layout}>
      <input
        type={type}
        className={clsx("size-4 shrink-0 accent-accent", className)}
        onChange={(event) => onChange(event.currentTarget.checked)}
        {...input}
      />
      {children}
    </label>
  );
}

/** A copy of a set with an item added, or removed if it is there. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** The options behind their label. */
export function SegmentedRow<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <div className="flex items-center gap-3">
      <span className="text-sm text-ink-faint" aria-hidden>
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}

import { Select as Base } from "@base-ui/react/select";
import clsx from "clsx";
import { Check, ChevronsUpDown } from "lucide-react";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** The options of a choice by their values, in this order. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): SelectOption<Value>[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `quiet` has no border, for toolbars. */
  readonly variant?: "framed" | "quiet";
  readonly className?: string;
}

/** Selects one of several options. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  variant = "framed",
  className,
}: SelectProps<Value>) {
  return (
    <Base.Root items={options} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Base.Trigger
        aria-label={label}
        className={clsx(
          "inline-flex items-center justify-between gap-1 rounded-md transition-colors hover:bg-hover data-popup-open:bg-hover",
          variant === "framed"
            ? "h-7 bg-raised px-2 shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
            : "h-6 px-1.5 text-sm text-ink-soft",
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon className="text-ink-faint">
          <ChevronsUpDown size={12} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        {/* The list is rendered at the end of the page, outside its landmarks, so it is a landmark itself. */}
        <Base.Positioner role="region" aria-label={label} className="z-50" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={POPUP_STYLE}>
            <Base.List className="max-h-(--available-height) overflow-y-auto p-1">
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={ITEM_STYLE}>
                  <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A select after its visible label. */
export function SelectField<Value extends string>(props: SelectProps<Value>) {
  return (
    <div className="flex items-center gap-3">
      <span className="text-sm text-ink-soft" aria-hidden>
        {props.label}
      </span>
      <Select {...props} />
    </div>
  );
}

/** The style of popups. */
export const POPUP_STYLE =
  "min-w-(--anchor-width) rounded-lg bg-raised text-ink shadow-popup outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border";
/** The style of an item in a menu, select or completion. */
export const ITEM_STYLE =
  "flex min-h-7 items-center gap-2 rounded-md px-2 outline-hidden select-none data-disabled:opacity-45 data-highlighted:bg-hover";

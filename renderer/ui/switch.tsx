import { Switch as Base } from "@base-ui/react/switch";

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A switch that takes effect immediately. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-45 forced-colors:border"
    >
      <Base.Thumb className="size-3.5 rounded-full bg-canvas transition-transform data-checked:translate-x-3.5 forced-colors:bg-[ButtonText]" />
    </Base.Root>
  );
}

import { Switch } from "./switch.tsx";

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

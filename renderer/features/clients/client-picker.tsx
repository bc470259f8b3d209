import { useId } from "react";
import type { ClientConfiguration } from "../../../electron/ipc/contract.ts";
import { useText } from "../../text/use-text.ts";

interface ClientPickerProps {
  readonly configurations: readonly ClientConfiguration[];
  readonly pickedId: string;
  readonly onPick: (id: string) => void;
}

/** The clients whose configuration is known, all in sight. */
export function ClientPicker({ configurations, pickedId, onPick }: ClientPickerProps) {
  const text = useText().clients.sheet;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-1.5 text-sm text-ink-faint">{text.pick}</legend>
      {configurations.map((configuration) => (
        <label
          key={configuration.id}
          className="relative rounded-md px-2.5 py-1 text-ink-soft shadow-[inset_0_0_0_1px_var(--line-strong)] transition-colors hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent-text has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:border forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            checked={configuration.id === pickedId}
            onChange={() => onPick(configuration.id)}
            className="absolute inset-0 opacity-0"
          />
          {configuration.title}
        </label>
      ))}
    </fieldset>
  );
}

import { Check } from "lucide-react";
import { useId } from "react";
import type { CatalogueClient } from "../../../electron/ipc/contract.ts";
import { useText } from "../../text/use-text.ts";

interface ClientPickerProps {
  readonly clients: readonly CatalogueClient[];
  readonly pickedId: string;
  readonly onPick: (id: string) => void;
}

/** The clients that are known, all in sight: first those on this computer, a check on what is connected by its file. */
export function ClientPicker({ clients, pickedId, onPick }: ClientPickerProps) {
  const text = useText().clients.sheet;
  const name = useId();
  const installed = clients.filter((client) => client.installed);
  const groups = [
    { title: text.installed, clients: installed },
    { title: installed.length === 0 ? text.pick : text.others, clients: clients.filter((client) => !client.installed) },
  ].filter((group) => group.clients.length > 0);
  return (
    <div className="space-y-3">
      {groups.map((group) => (
        <fieldset key={group.title} className="flex flex-wrap gap-1.5">
          <legend className="mb-1.5 text-sm text-ink-faint">{group.title}</legend>
          {group.clients.map((client) => (
            <label
              key={client.id}
              className="relative flex items-center gap-1 rounded-md px-2.5 py-1 text-ink-soft shadow-[inset_0_0_0_1px_var(--line-strong)] transition-colors hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent-text has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:border forced-colors:has-checked:outline-2"
            >
              <input
                type="radio"
                name={name}
                checked={client.id === pickedId}
                onChange={() => onPick(client.id)}
                className="absolute inset-0 opacity-0"
              />
              {client.title}
              {client.state === "connected" && (
                <>
                  <Check size={13} className="text-good-text" aria-hidden />
                  <span className="sr-only">{text.isConnected}</span>
                </>
              )}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

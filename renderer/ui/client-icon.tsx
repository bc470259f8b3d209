import clsx from "clsx";
import { UserRound } from "lucide-react";
import type { ClientIdentity } from "../../electron/core/memory.ts";
import { useText } from "../text/use-text.ts";
import { assistantName, clientName } from "./client-name.ts";

interface ClientIconProps {
  /** Null for the owner. */
  readonly client: ClientIdentity | null;
  readonly className?: string;
}

/** The author of a memory as a small icon, with the name on hover. The text next to it names it for a screen reader. */
export function ClientIcon({ client, className }: ClientIconProps) {
  const text = useText();
  return (
    <span
      aria-hidden
      title={client === null ? text.inbox.owner : clientName(client, text)}
      className={clsx(
        "flex size-5 shrink-0 items-center justify-center rounded-sm text-[9px] leading-none font-semibold text-ink-soft forced-colors:border",
        client === null ? "text-ink-faint" : "bg-sunken shadow-[inset_0_0_0_1px_var(--line)]",
        className,
      )}
    >
      {client === null ? <UserRound size={13} strokeWidth={1.75} /> : monogramOf(assistantName(client.name))}
    </span>
  );
}

/** The initials of the first two words, or the first two letters of a single word. */
export function monogramOf(name: string): string {
  const [first = "", second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters = [...first];
  const [initial = "?", next = ""] = letters;
  return (
    initial.toUpperCase() + (second === undefined ? next.toLowerCase() : [...second].slice(0, 1).join("").toUpperCase())
  );
}

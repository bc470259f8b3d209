import { KeyRound, ShieldCheck } from "lucide-react";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { UnseenClient } from "./client-entries.ts";
import { formatAgo } from "./format-ago.ts";
import { limitsOf } from "./grant-words.ts";

interface UnseenRowProps {
  readonly entry: UnseenClient;
  readonly now: number;
  readonly onOpen: () => void;
  readonly onOpenAccess: () => void;
}

/** One that may come in and has not: why it is here, and what it is let do. */
export function UnseenRow({ entry, now, onOpen, onOpenAccess }: UnseenRowProps) {
  const text = useText();
  const words = text.clients;
  const { title, grant, isKnown, inFile } = entry;
  const lastUsedAt = grant?.lastUsedAt ?? null;
  const state = [
    lastUsedAt === null ? words.neverConnected : words.tokenUsed(formatAgo(lastUsedAt, now, text)),
    ...limitsOf(grant, now, text),
    inFile ? words.inFile : null,
  ].filter((part) => part !== null);
  return (
    <li className="flex items-center border-b border-line pr-2">
      <button
        type="button"
        onClick={onOpen}
        className="focus-inset flex min-w-0 flex-1 items-start gap-3 px-4 py-2.5 text-left hover:bg-hover"
      >
        <span className="mt-1.5 size-2 shrink-0 rounded-full shadow-[inset_0_0_0_1px_var(--line-strong)]" aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span className="truncate font-medium">{title}</span>
            {!isKnown && <KeyRound size={13} className="shrink-0 text-ink-faint" aria-label={words.ownToken} />}
          </span>
          <span className="block text-ink-soft">{state.join(" · ")}</span>
        </span>
      </button>
      <IconButton label={words.access.open(title)} icon={ShieldCheck} size="small" onClick={onOpenAccess} />
    </li>
  );
}

import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { formatRoute } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";

interface FindingProps {
  readonly children: ReactNode;
  /** Remedies, the best first. */
  readonly actions: ReactNode;
}

/** One finding: what it is about, and what can be done about it. */
export function Finding({ children, actions }: FindingProps) {
  return (
    <li className="flex items-center gap-x-6 gap-y-2 border-b border-line py-2.5 last:border-0 max-wide:flex-wrap">
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-wide:basis-full">{children}</div>
      <div className="flex shrink-0 gap-1.5">{actions}</div>
    </li>
  );
}

interface MemoryLineProps {
  readonly memory: Memory;
  readonly note?: string;
  /** In place of the title, which may be what is not to be shown. */
  readonly excerpt?: string;
}

/** A memory's title, which leads to it, and where it belongs. */
export function MemoryLine({ memory, note, excerpt }: MemoryLineProps) {
  const text = useText();
  const { navigate } = useNavigation();
  const target = { place: "memories" as const, path: ["all", memory.id] };
  const title = excerpt ?? titleOf(memory.content);
  return (
    <div className="flex min-w-0 flex-col">
      <a
        href={formatRoute({ ...target, query: new URLSearchParams() })}
        aria-label={text.health.open(title)}
        onClick={(event) => {
          event.preventDefault();
          navigate(target);
        }}
        className="group/line flex min-w-0 items-center gap-1.5 hover:text-accent-text"
      >
        <span className="min-w-0 truncate" dir="auto">
          {title}
        </span>
        <ArrowRight size={12} className="shrink-0 opacity-0 group-hover/line:opacity-100" aria-hidden />
      </a>
      <span className="flex gap-2 text-sm text-ink-faint">
        <span>{memory.namespace}</span>
        <span className="min-w-0 truncate" dir="auto">
          {memory.domain}
        </span>
        <RelativeTime at={memory.createdAt} />
        {note !== undefined && <span>{note}</span>}
      </span>
    </div>
  );
}

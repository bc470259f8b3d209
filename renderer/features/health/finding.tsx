import clsx from "clsx";
import { ArrowRight } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { formatRoute } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** What can be done about a finding. */
export interface Remedy {
  readonly label: string;
  readonly run: () => void;
  /** The key that does it while the finding has the focus. */
  readonly keys?: string;
  /** Leaves the memory as it is. */
  readonly quiet?: boolean;
}

interface FindingProps {
  readonly index: number;
  readonly total: number;
  /** Its place in the list, in pixels. */
  readonly top: number;
  /** Whether it is the one in the order of focus: Tab does not pass through all of them. */
  readonly isActive: boolean;
  /** The best first. */
  readonly remedies: readonly Remedy[];
  readonly onAct: (remedy: Remedy) => void;
  readonly onFocus: () => void;
  readonly ref: Ref<HTMLLIElement>;
  readonly children: ReactNode;
}

/** One finding: what it is about, and what can be done about it. */
export function Finding(props: FindingProps) {
  const { index, total, top, isActive, remedies, onAct, onFocus, ref, children } = props;
  return (
    <li
      ref={ref}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      onFocus={onFocus}
      style={{ transform: `translateY(${top}px)` }}
      className={clsx(
        "absolute inset-x-0 flex items-center gap-x-6 gap-y-2 border-b border-line py-2.5 max-wide:flex-wrap",
        "has-[a:focus-visible]:bg-hover",
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-wide:basis-full">{children}</div>
      <div className="flex shrink-0 gap-1.5">
        {remedies.map((remedy) => (
          <Button
            key={remedy.label}
            size="small"
            variant={remedy.quiet === true ? "quiet" : "secondary"}
            tabIndex={isActive ? 0 : -1}
            onClick={() => onAct(remedy)}
          >
            {remedy.label}
          </Button>
        ))}
      </div>
    </li>
  );
}

interface MemoryLineProps {
  readonly memory: Memory;
  readonly note?: string;
  /** In place of the title, which may be what is not to be shown. */
  readonly excerpt?: string;
  /** Whether Tab comes by; default true. */
  readonly inOrder?: boolean;
}

/** A memory's title, which leads to it, and where it belongs. */
export function MemoryLine({ memory, note, excerpt, inOrder = true }: MemoryLineProps) {
  const text = useText();
  const { navigate } = useNavigation();
  const target = { place: "memories" as const, path: ["all", memory.id] };
  const title = excerpt ?? titleOf(memory.content);
  return (
    <div className="flex min-w-0 flex-col">
      <a
        href={formatRoute({ ...target, query: new URLSearchParams() })}
        aria-label={text.health.open(title)}
        tabIndex={inOrder ? 0 : -1}
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

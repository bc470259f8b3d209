import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Memory, Revision } from "../../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { changedFields } from "./changed-fields.ts";
import { Difference } from "./difference.tsx";
import { useRestoreRevision } from "./use-restore-revision.ts";

/** Every change of a memory, the newest first, each with what it changed. */
export function HistoryPanel({ memory }: { readonly memory: Memory }) {
  const history = useBridgeQuery("memories.history", { reference: memory.id });
  const [open, setOpen] = useState<number | null>(null);
  if (history.isError) return <ErrorState inline error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <Skeleton rows={2} />;
  const revisions = history.data;
  return (
    <ol className="-mx-2">
      {revisions.map((revision, index) => (
        <RevisionEntry
          key={revision.revision}
          memory={memory}
          revision={revision}
          previous={revisions[index + 1]}
          open={open === revision.revision}
          onToggle={() => setOpen(open === revision.revision ? null : revision.revision)}
        />
      ))}
    </ol>
  );
}

interface RevisionEntryProps {
  readonly memory: Memory;
  readonly revision: Revision;
  readonly previous: Revision | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function RevisionEntry({ memory, revision, previous, open, onToggle }: RevisionEntryProps) {
  const text = useText();
  const words = text.memories.history;
  const restore = useRestoreRevision(memory);
  const isCurrent = revision.revision === memory.revision;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex w-full items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-hover"
      >
        <ChevronRight
          size={12}
          aria-hidden
          className={clsx("self-center text-ink-faint transition-transform", open && "rotate-90")}
        />
        <span className="w-5 text-sm text-ink-faint">{revision.revision}</span>
        <span>{words.actions[revision.action]}</span>
        <span className="min-w-0 flex-1 truncate text-ink-soft">{revision.client?.name ?? words.you}</span>
        {isCurrent && <span className="text-sm text-ink-faint">{words.current}</span>}
        <RelativeTime at={revision.at} className="text-sm text-ink-faint" />
      </button>
      {open && (
        <div className="flex flex-col gap-2 px-2 pt-1 pb-3">
          {previous !== undefined &&
            changedFields(previous, revision, text).map((sentence) => (
              <p key={sentence} className="text-sm text-ink-soft">
                {sentence}
              </p>
            ))}
          {previous !== undefined && previous.content === revision.content ? (
            <p className="text-sm text-ink-faint">{words.noTextChange}</p>
          ) : (
            <Difference before={previous?.content ?? revision.content} after={revision.content} />
          )}
          {!isCurrent && memory.deletedAt === null && (
            <div>
              <Button size="small" onClick={() => restore(revision)}>
                {words.restore}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { type Memory, type Revision, titleOf } from "../../../../electron/core/memory.ts";
import type { SimilarMemory } from "../../../../electron/core/search.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { RouteLink } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { clientName } from "../../../ui/client-name.ts";
import { OneLine } from "../../../ui/inline-text.tsx";
import { PaneTabs } from "../../../ui/pane.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { nameMemories } from "../data/name-memories.ts";
import { useEditing } from "../data/use-editing.ts";
import { useWriteState } from "../data/use-write-state.ts";
import { formatValidityTime } from "../editor/draft.ts";
import { Difference } from "./difference.tsx";
import { type Provenance, useProvenance } from "./use-provenance.ts";

/** Every capture may change the similar memories, so they are fetched again when shown after this time. */
const SIMILAR_MAX_AGE_MS = 30_000;

/** The tabs below a memory: similar memories and its history. */
export function PageTabs({ memory }: { readonly memory: Memory }) {
  const text = useText();
  const words = text.memories.tabs;
  const [tab, setTab] = useState<"similar" | "history">("similar");
  const similar = useBridgeQuery("memories.similar", { reference: memory.id }, { staleTime: SIMILAR_MAX_AGE_MS });
  return (
    <PaneTabs
      label={words.label}
      value={tab}
      parts={[
        {
          value: "similar",
          label: words.similar(similar.data?.length ?? null),
          content: <SimilarPanel similar={similar} />,
        },
        { value: "history", label: words.history(memory.revision), content: <HistoryPanel memory={memory} /> },
      ]}
      className="mt-6 min-w-0"
      panelClassName="pt-2"
      onChange={setTab}
    />
  );
}

interface SimilarPanelProps {
  readonly similar: UseQueryResult<readonly SimilarMemory[]>;
  /** The text if there are none. */
  readonly none?: string;
}

/** The memories that are similar to one, with links. */
export function SimilarPanel({ similar, none }: SimilarPanelProps) {
  const text = useText();
  const words = text.memories.similar;
  return (
    <Loaded query={similar} inline rows={2}>
      {(found) =>
        found.length === 0 ? (
          <p className="py-1 text-ink-faint">{none ?? text.common.noSimilarMemories}</p>
        ) : (
          <ul className="-mx-2">
            {found.map(({ memory, score }) => (
              <li key={memory.id}>
                <RouteLink
                  to={{ place: "memories", path: ["all", memory.id] }}
                  className="flex items-baseline gap-3 rounded-md px-2 py-1 hover:bg-hover"
                >
                  <OneLine className="min-w-0 flex-1">{titleOf(memory.content)}</OneLine>
                  {memory.supersededBy !== null && (
                    <span className="shrink-0 text-sm text-ink-faint">{words.superseded}</span>
                  )}
                  <span className="shrink-0 text-sm text-ink-faint">{memory.namespace}</span>
                  <span className="shrink-0 text-sm text-ink-faint">{words.score(Math.round(score * 100))}</span>
                </RouteLink>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** The revisions of a memory, newest first, each with its changes. */
function HistoryPanel({ memory }: { readonly memory: Memory }) {
  const history = useBridgeQuery("memories.history", { reference: memory.id });
  const { revisions: origins } = useProvenance(memory);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Loaded query={history} inline rows={2}>
      {(revisions) => (
        <ol className="-mx-2">
          {revisions.map((revision, index) => (
            <RevisionEntry
              key={revision.revision}
              memory={memory}
              revision={revision}
              previous={revisions[index + 1]}
              origin={origins.get(revision.revision)}
              open={open === revision.revision}
              onToggle={() => setOpen(open === revision.revision ? null : revision.revision)}
            />
          ))}
        </ol>
      )}
    </Loaded>
  );
}

interface RevisionEntryProps {
  readonly memory: Memory;
  readonly revision: Revision;
  readonly previous: Revision | undefined;
  /** Its device; undefined if the memory is in no space, or only on this device. */
  readonly origin: ReturnType<Provenance["revisions"]["get"]>;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function RevisionEntry({ memory, revision, previous, origin, open, onToggle }: RevisionEntryProps) {
  const text = useText();
  const words = text.memories.history;
  const restore = useRestoreRevision(memory);
  const person = origin?.isThisDevice === false ? text.spaces.memory.person : words.you;
  const who = revision.client === null ? person : clientName(revision.client, text);
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
        <span className="min-w-0 flex-1 truncate text-ink-soft">
          {who} {origin?.device}
        </span>
        {origin?.isConcurrent === true && (
          <span
            title={text.spaces.memory.concurrentHint}
            className="rounded-sm bg-warn-soft px-1.5 text-sm text-warn-text forced-colors:border"
          >
            {text.spaces.memory.concurrent}
          </span>
        )}
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

/** The changes of a revision to fields other than the content. */
function changedFields(before: Revision, after: Revision, text: Text): string[] {
  const { conflict, history } = text.memories;
  const shown = (value: string) => (value === "" ? conflict.none : value);
  const pairs = [
    [conflict.fields.namespace, before.namespace, after.namespace],
    [conflict.fields.domain, before.domain, after.domain],
    [conflict.fields.tags, before.tags.join(", "), after.tags.join(", ")],
    [conflict.fields.source, before.source ?? "", after.source ?? ""],
    [conflict.fields.validFrom, formatValidityTime(before.validFrom), formatValidityTime(after.validFrom)],
    [conflict.fields.validUntil, formatValidityTime(before.validUntil), formatValidityTime(after.validUntil)],
  ] as const;
  return pairs
    .filter(([, old, now]) => old !== now)
    .map(([field, old, now]) => history.changedField(field, shown(old), shown(now)));
}

/** Restores an old revision as a new one, and offers to undo it. */
function useRestoreRevision(memory: Memory): (revision: Revision) => void {
  const { text, toast, undo } = useEditing();
  const write = useWriteState();
  return (revision) => {
    void undo.track(() =>
      write(memory.id, revision, memory.revision).then((written) => {
        const name = nameMemories([memory], text.memories);
        const undoIt = () => write(memory.id, memory, written.revision);
        undo.offer(text.memories.done.revisionRestored(name, revision.revision), undoIt);
      }, toast.fail),
    );
  };
}

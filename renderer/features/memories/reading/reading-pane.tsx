import {
  ArrowLeft,
  Copy,
  Ellipsis,
  FileQuestion,
  FileText,
  FolderInput,
  Link,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Share2,
  Trash2,
} from "lucide-react";
import { useMemo, useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import { foldText } from "../../../../electron/core/text-analysis.ts";
import type { BridgeError } from "../../../bridge.ts";
import { RouteLink } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { clientName } from "../../../ui/client-name.ts";
import { OneLine } from "../../../ui/inline-text.tsx";
import { Marked } from "../../../ui/marked.tsx";
import { Menu, type MenuEntry } from "../../../ui/menu.tsx";
import { Fact } from "../../../ui/pane.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { RelativeTime, ValidityText } from "../../../ui/time.tsx";
import { BulkEditDialog } from "../bulk.tsx";
import { useMemories } from "../memories-context.tsx";
import { toggleFilter } from "../query/memory-query.ts";
import { MarkdownLink, MarkdownPage } from "./markdown.tsx";
import { PageTabs } from "./page-tabs.tsx";
import { splitTitle } from "./split-title.ts";
import { UseOfMemory } from "./use-of-memory.tsx";
import { useProvenance } from "./use-provenance.ts";

interface ReadingPaneProps {
  /** Undefined while it is loading, if it does not exist, and if no memory is open. */
  readonly memory: Memory | undefined;
  readonly error: BridgeError | null;
  readonly onRetry: () => void;
}

/** The open memory as a page. */
export function ReadingPane({ memory, error, onRetry }: ReadingPaneProps) {
  const { route, rows, pageRef } = useMemories();
  const match = rows.find((row) => row.memory.id === memory?.id)?.match ?? null;
  const searched = useMemo(() => match?.words.map(foldText) ?? [], [match]);
  const words = useText().memories;
  const { meta } = words;
  if (route.id === null) {
    return <EmptyState icon={FileText} title={words.empty.choose} text={words.empty.chooseText} />;
  }
  if (memory === undefined) {
    if (error === null) return <Skeleton shape="lines" />;
    const isMissing = error.code === "not_found" || error.code === "invalid_argument";
    if (!isMissing) return <ErrorState error={error} onRetry={onRetry} />;
    return (
      <EmptyState
        icon={FileQuestion}
        title={words.missing.title}
        text={words.missing.text}
        actions={<Button onClick={() => route.open(null)}>{words.missing.back}</Button>}
      />
    );
  }
  const { title, body } = splitTitle(memory.content);
  return (
    <article aria-label={words.page} className="flex h-full flex-col">
      <PageHeader memory={memory} />
      <div
        key={memory.id}
        ref={pageRef}
        tabIndex={-1}
        data-page
        className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pt-2 pb-10 max-wide:px-5"
      >
        <div className="max-w-180 min-[2000px]:mx-auto">
          {memory.supersededBy !== null && (
            <p className="mb-3 rounded-md bg-sunken px-3 py-2 text-ink-soft">
              {meta.supersededText}{" "}
              <span className="text-accent-text underline underline-offset-2">
                <MarkdownLink href={`recollect://memory/${memory.supersededBy}`}>{meta.viewNewer}</MarkdownLink>
              </span>
            </p>
          )}
          {title !== null && (
            <h1 dir="auto" className="mb-4 text-xl font-semibold tracking-tight text-balance" data-selectable>
              <Marked text={title} words={searched} />
            </h1>
          )}
          {title === null && <h1 className="sr-only">{words.page}</h1>}
          <MarkdownPage content={body} words={searched} />
          <Metadata memory={memory} />
          <PageTabs memory={memory} />
        </div>
      </div>
    </article>
  );
}

/** The namespace and domain of a memory, and the actions for it. */
function PageHeader({ memory }: { readonly memory: Memory }) {
  const { route, actions, targets, remove, restore, askToPurge } = useMemories();
  const { common } = useText();
  const words = useText().memories.actions;
  const { space } = useProvenance(memory);
  const isDeleted = memory.deletedAt !== null;
  const [isMoving, setMoving] = useState(false);
  const entries: MenuEntry[] = [
    { label: words.copy, icon: Copy, keys: "c", onSelect: () => actions.copyText(memory) },
    { label: common.copyLink, icon: Link, keys: "shift+c", onSelect: () => actions.copyLink(memory) },
    ...(isDeleted ? [] : [{ label: words.moveTo, icon: FolderInput, onSelect: () => setMoving(true) }]),
    ...(isDeleted
      ? ["separator" as const, { label: words.deleteForever, danger: true, onSelect: () => askToPurge(targets) }]
      : []),
  ];
  return (
    <header className="drag-region flex items-center gap-1 px-8 pt-3 pb-2 max-wide:px-3">
      <IconButton label={words.back} icon={ArrowLeft} onClick={() => route.open(null)} className="wide:hidden" />
      <p className="min-w-0 flex-1 truncate text-sm text-ink-faint">
        {memory.namespace} <span aria-hidden>·</span> <span dir="auto">{markHidden(memory.domain)}</span>
        {space !== null && <SpaceBadge space={space} />}
      </p>
      {isDeleted ? (
        <Button icon={RotateCcw} onClick={() => void restore()}>
          {common.restore}
        </Button>
      ) : (
        <>
          <IconButton label={common.edit} icon={Pencil} keys="e" onClick={() => route.edit(memory.id)} />
          <IconButton
            label={memory.pinned ? words.unpin : common.pin}
            icon={memory.pinned ? PinOff : Pin}
            keys="p"
            onClick={() => void actions.setPinned([memory.id], !memory.pinned)}
          />
          <IconButton label={common.delete} icon={Trash2} keys="backspace" onClick={() => void remove()} />
        </>
      )}
      <Menu trigger={<IconButton label={common.moreActions} icon={Ellipsis} />} entries={entries} />
      {isMoving && <BulkEditDialog kind="move" memories={[memory]} onClose={() => setMoving(false)} />}
    </header>
  );
}

/** The space that has the memory's domain, as a link. */
function SpaceBadge({ space }: { readonly space: ListedSpace }) {
  const words = useText().spaces.memory;
  return (
    <RouteLink
      to={{ place: "spaces", path: [space.id] }}
      title={words.in(space.name)}
      className="ml-2 inline-flex max-w-48 items-center gap-1 rounded-sm bg-sunken px-1.5 align-bottom text-ink-soft hover:bg-hover hover:text-ink forced-colors:border"
    >
      <Share2 size={11} className="shrink-0" aria-hidden />
      <OneLine>{markHidden(space.name)}</OneLine>
    </RouteLink>
  );
}

/** Everything about a memory except its content. */
function Metadata({ memory }: { readonly memory: Memory }) {
  const { route } = useMemories();
  const text = useText();
  const words = text.memories.meta;
  const origin = useProvenance(memory).revisions.get(1);
  return (
    <section aria-label={words.label} className="mt-8 border-t border-line pt-4">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5 text-ink-soft">
        {memory.deletedAt !== null && (
          <Fact name={text.common.deleted}>
            <RelativeTime at={memory.deletedAt} form="long" />
          </Fact>
        )}
        {(memory.validFrom !== null || memory.validUntil !== null) && (
          <Fact name={words.valid}>
            <ValidityText memory={memory} form="long" />
          </Fact>
        )}
        {memory.tags.length > 0 && (
          <Fact name={text.common.tags}>
            <span className="flex flex-wrap gap-1">
              {memory.tags.map((tag) => (
                <Tag key={tag} label={tag} onClick={() => route.setQuery(toggleFilter(route.query, "tag", tag))} />
              ))}
            </span>
          </Fact>
        )}
        <Fact name={words.captured}>
          <RelativeTime at={memory.createdAt} form="long" />{" "}
          {memory.client === null ? (
            origin?.isThisDevice === false ? (
              text.spaces.memory.byPerson
            ) : (
              words.capturedByYou
            )
          ) : (
            <span title={`${memory.client.name} ${memory.client.version}`}>
              {words.capturedBy(clientName(memory.client, text))}
            </span>
          )}
          {origin !== undefined && ` ${origin.device}`}
        </Fact>
        {memory.revision > 1 && (
          <Fact name={words.changed}>
            <RelativeTime at={memory.updatedAt} form="long" /> · {words.revision(memory.revision)}
          </Fact>
        )}
        {memory.source !== null && (
          <Fact name={text.common.source}>
            <span className="break-all" data-selectable>
              {/^(?:https?:\/\/|recollect:\/\/conversation\/)/i.test(memory.source) ? (
                <span className="text-accent-text underline underline-offset-2">
                  <MarkdownLink href={memory.source}>{markHidden(memory.source)}</MarkdownLink>
                </span>
              ) : (
                markHidden(memory.source)
              )}
            </span>
          </Fact>
        )}
        <Fact name={words.recalled}>
          {memory.recalledAt === null ? (
            words.never
          ) : (
            <>
              {words.recalledTimes(memory.recallCount)}, {words.lastRecalled}{" "}
              <RelativeTime at={memory.recalledAt} form="long" />
            </>
          )}
        </Fact>
        <UseOfMemory memory={memory} />
      </dl>
    </section>
  );
}

import {
  ArrowLeft,
  Ellipsis,
  FileQuestion,
  FileText,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Share2,
  Trash2,
} from "lucide-react";
import { useMemo } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { MAX_MERGED, type Memory, titleOf } from "../../../../electron/core/memory.ts";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import { foldText } from "../../../../electron/core/text-analysis.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useBridgeEvent, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { RouteLink } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ClientIcon } from "../../../ui/client-icon.tsx";
import { clientName } from "../../../ui/client-name.ts";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { OneLine } from "../../../ui/inline-text.tsx";
import { Marked } from "../../../ui/marked.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Fact } from "../../../ui/pane.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { RelativeTime, ValidityText } from "../../../ui/time.tsx";
import { useMemories } from "../memories-context.tsx";
import { useMemoryMenu } from "../memory-menu.tsx";
import { toggleFilter } from "../query/memory-query.ts";
import { MarkdownLink, MarkdownPage } from "./markdown.tsx";
import { DETAILS_COLUMN, PAGE_COLUMNS } from "./page-columns.ts";
import { PageTabs } from "./page-tabs.tsx";
import { splitTitle } from "./split-title.ts";
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
        className="focus-inset @container min-h-0 flex-1 overflow-y-auto px-8 pt-2 pb-10 max-wide:px-5"
      >
        <div className={PAGE_COLUMNS}>
          <div className="min-w-0">
            <Versions memory={memory} />
            {title !== null && (
              <h1 dir="auto" className="mb-4 text-xl font-semibold tracking-tight text-balance" data-selectable>
                <Marked text={title} words={searched} />
              </h1>
            )}
            {title === null && <h1 className="sr-only">{words.page}</h1>}
            <MarkdownPage content={body} words={searched} />
          </div>
          <Metadata memory={memory} />
          <PageTabs memory={memory} />
        </div>
      </div>
    </article>
  );
}

/** The memory that superseded this one, and the memories that it supersedes, above the text of both. */
function Versions({ memory }: { readonly memory: Memory }) {
  const { meta } = useText().memories;
  const superseded = useBridgeQuery(
    "memories.list",
    { supersededBy: memory.id, superseded: "only", limit: MAX_SUPERSEDED },
    { refetchOnMount: "always" },
  );
  useBridgeEvent("memories.changed", () => void superseded.refetch());
  const older = superseded.data?.items ?? [];
  const links = older.map((each) => (
    <li key={each.id} className="truncate">
      <PageLink id={each.id}>{titleOf(each.content)}</PageLink>
    </li>
  ));
  if (memory.supersededBy === null && older.length === 0) return null;
  return (
    <div className="mb-3 flex flex-col gap-1 rounded-md bg-sunken px-3 py-2 text-ink-soft">
      {memory.supersededBy !== null && (
        <p>
          {meta.supersededText} <PageLink id={memory.supersededBy}>{meta.viewNewer}</PageLink>
        </p>
      )}
      {older.length > 0 && (
        <section aria-label={meta.supersedes(older.length)}>
          <p>{meta.supersedes(older.length)}</p>
          <ul>{links.slice(0, SHOWN_SUPERSEDED)}</ul>
          {older.length > SHOWN_SUPERSEDED && (
            <Disclosure summary={meta.moreSuperseded(older.length - SHOWN_SUPERSEDED)}>
              <ul>{links.slice(SHOWN_SUPERSEDED)}</ul>
            </Disclosure>
          )}
        </section>
      )}
    </div>
  );
}

/** The memories of the largest merge. */
const MAX_SUPERSEDED = MAX_MERGED;
const SHOWN_SUPERSEDED = 2;

function PageLink({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <span className="text-accent-text underline underline-offset-2">
      <MarkdownLink href={`recollect://memory/${id}`}>{children}</MarkdownLink>
    </span>
  );
}

/** The namespace and domain of a memory, its author and age, and the actions for it. */
function PageHeader({ memory }: { readonly memory: Memory }) {
  const { route, actions, remove, restore } = useMemories();
  const { common } = useText();
  const words = useText().memories.actions;
  const { space } = useProvenance(memory);
  const isDeleted = memory.deletedAt !== null;
  const menu = useMemoryMenu([memory]);
  return (
    <header className="drag-region flex items-center gap-1 px-8 pt-3 pb-2 max-wide:px-3">
      <IconButton label={words.back} icon={ArrowLeft} onClick={() => route.open(null)} className="wide:hidden" />
      <p className="min-w-0 flex-1 truncate text-sm text-ink-faint">
        <ClientIcon client={memory.client} className="mr-1.5 inline-flex! align-middle" />
        {memory.namespace} <span aria-hidden>·</span> <span dir="auto">{markHidden(memory.domain)}</span>{" "}
        <span aria-hidden>·</span> <RelativeTime at={memory.createdAt} form="long" />
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
      <Menu trigger={<IconButton label={common.moreActions} icon={Ellipsis} />} entries={menu.entries} />
      {menu.dialog}
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
    <section aria-label={words.label} className={DETAILS_COLUMN}>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5 text-ink-soft @min-[900px]:grid-cols-1 @min-[900px]:gap-y-0 @min-[900px]:[&_dd]:mb-2.5">
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

/** How often clients got a memory lately and how often they used it; nothing if none got it. */
export function UseOfMemory({ memory }: { readonly memory: Memory }) {
  const words = useText().use;
  const { data } = useBridgeQuery("use.ofMemory", { id: memory.id }, { refetchOnMount: "always" });
  if (data === undefined || data.given === 0) return null;
  const { given, used, unknown, last } = data;
  return (
    <Fact name={words.given}>
      {unknown === given ? words.timesUnknown(given) : words.times(given, used)}
      {last !== null && (
        <>
          , {words.lastIn}{" "}
          <span className="text-accent-text underline underline-offset-2">
            <MarkdownLink href={`recollect://conversation/${last.conversation}#${last.message}`}>
              {words.conversation}
            </MarkdownLink>
          </span>{" "}
          <RelativeTime at={last.at} form="long" />
        </>
      )}
    </Fact>
  );
}

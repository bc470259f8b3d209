import { ArrowLeft, BookmarkPlus, Ellipsis, FileQuestion, MessagesSquare } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type ConversationMessage,
  type ConversationSession,
  conversationAddress,
} from "../../../../electron/core/conversations.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { titleOf } from "../../../../electron/core/memory.ts";
import { commandsOf } from "../../../commands/command.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { Menu } from "../../../ui/menu.tsx";
import { Fact } from "../../../ui/pane.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { MarkdownLink } from "../../memories/reading/markdown.tsx";
import { useConversationMenu } from "../conversation-menu.tsx";
import { useConversationRoute } from "../use-conversation-route.ts";
import { messagesOf, useConversation } from "../use-conversations.ts";
import { KeepDialog, type Passage } from "./keep-dialog.tsx";
import { Message } from "./message.tsx";

interface ConversationPaneProps {
  /** The words of the search. */
  readonly words: readonly string[];
  readonly pageRef: RefObject<HTMLDivElement | null>;
}

/** The pane next to the list: the open conversation. */
export function ConversationPane({ words: searched, pageRef }: ConversationPaneProps) {
  const { id } = useConversationRoute();
  const words = useText().conversations.empty;
  if (id === null) return <EmptyState icon={MessagesSquare} title={words.choose} text={words.chooseText} />;
  return <Conversation id={id} searched={searched} page={pageRef} />;
}

interface ConversationProps {
  readonly id: string;
  /** The words of the search. */
  readonly searched: readonly string[];
  readonly page: RefObject<HTMLDivElement | null>;
}

function Conversation({ id, searched, page }: ConversationProps) {
  const { message, open } = useConversationRoute();
  const { common, conversations: words } = useText();
  const reading = useConversation(id, message);
  const [keeping, setKeeping] = useState<Passage | null>(null);
  const parts = reading.data?.pages;
  const session = parts?.at(-1)?.session;
  const messages = parts === undefined ? [] : messagesOf(parts);
  useShownMessage(page, message, messages.length > 0, searched.length > 0);
  const loadEarlier = useSteadyTop(page, messages[0]?.number, () => void reading.fetchPreviousPage());
  const keepSelection = () => {
    const passage =
      selectedPassage(page.current) ?? passageOf(messages.find(({ number }) => number === message) ?? messages[0]);
    if (passage !== null) setKeeping(passage);
  };
  const enabled = messages.length > 0 && keeping === null;
  useCommands([
    commandsOf("conversations", words.group)("keep", common.keepAsMemory, keepSelection, {
      keys: ["m"],
      icon: BookmarkPlus,
      enabled,
    }),
  ]);
  if (session === undefined) {
    if (reading.error === null) return <Skeleton shape="lines" />;
    const isMissing = reading.error.code === "not_found" || reading.error.code === "invalid_argument";
    if (!isMissing) return <ErrorState error={reading.error} onRetry={() => void reading.refetch()} />;
    return (
      <EmptyState
        icon={FileQuestion}
        title={words.missing.title}
        text={words.missing.text}
        actions={<Button onClick={() => open(null)}>{words.missing.back}</Button>}
      />
    );
  }
  const memories = [...new Set(parts?.flatMap((part) => part.memories))];
  return (
    <article aria-label={words.page.label} className="flex h-full flex-col">
      <PageHeader session={session} onKeep={keepSelection} />
      <div
        ref={page}
        tabIndex={-1}
        data-page
        className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pt-2 pb-10 [overflow-anchor:none] max-wide:px-5"
      >
        <div className="max-w-180 min-[2000px]:mx-auto">
          <h1
            dir="auto"
            className="mb-3 text-xl font-semibold tracking-tight text-balance wrap-anywhere"
            data-selectable
          >
            {session.title === null ? words.untitled : markHidden(session.title)}
          </h1>
          <Facts session={session} />
          <MemoriesFrom ids={memories} />
          {reading.hasPreviousPage && (
            <Button className="mt-5" variant="quiet" disabled={reading.isFetchingPreviousPage} onClick={loadEarlier}>
              {words.page.earlier}
            </Button>
          )}
          <ol className="mt-5 flex flex-col gap-5">
            {messages.map((each) => (
              <Message
                key={each.number}
                message={each}
                client={clientTitle(session.client)}
                isShown={each.number === message}
                words={searched}
                onKeep={() => setKeeping(selectedPassage(page.current, each.number) ?? passageOf(each))}
              />
            ))}
          </ol>
          {reading.hasNextPage && (
            <Button
              className="mt-5"
              variant="quiet"
              disabled={reading.isFetchingNextPage}
              onClick={() => void reading.fetchNextPage()}
            >
              {words.page.later}
            </Button>
          )}
          {(reading.isFetchPreviousPageError || reading.isFetchNextPageError) && (
            <ErrorState inline error={reading.error} />
          )}
        </div>
      </div>
      {keeping !== null && <KeepDialog session={session} passage={keeping} onClose={() => setKeeping(null)} />}
    </article>
  );
}

function passageOf(message: ConversationMessage | undefined): Passage | null {
  return message === undefined ? null : { text: message.text, number: message.number };
}

/** The selected text with the number of the message in which it starts; null without a selection in the page. */
function selectedPassage(page: HTMLElement | null, only?: number): Passage | null {
  const selection = document.getSelection();
  const text = selection?.toString().trim() ?? "";
  if (selection === null || text === "" || selection.rangeCount === 0) return null;
  const start = selection.getRangeAt(0).startContainer;
  const element = start instanceof Element ? start : start.parentElement;
  const message = element?.closest<HTMLElement>("[data-number]");
  if (message == null || page?.contains(message) !== true) return null;
  const number = Number(message.dataset.number);
  return only === undefined || number === only ? { text, number } : null;
}

/** The most marks that are compared. */
const MAX_MARKS = 500;
/** Matches of a search that are at most this far below another one belong to the same passage, in pixels. */
const PASSAGE_HEIGHT = 80;

/**
 * Scrolls to the message of the address, once it is there, or to the passage in it with the most words of the search.
 * A conversation without a message in its address starts at its top.
 */
function useShownMessage(
  page: RefObject<HTMLElement | null>,
  message: number | null,
  isRead: boolean,
  isMarked: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks that appear later move the page once
  useEffect(() => {
    if (!isRead || message === null) return;
    const shown = page.current?.querySelector<HTMLElement>(`[data-number="${message}"]`);
    (bestMark(shown?.querySelectorAll("mark") ?? []) ?? shown)?.scrollIntoView({ block: "center" });
  }, [page, message, isRead, isMarked]);
}

/** The first mark of the passage with the most different words; null without marks. */
function bestMark(marks: Iterable<HTMLElement>): HTMLElement | null {
  const placed = [...marks]
    .slice(0, MAX_MARKS)
    .map((mark) => ({ mark, top: mark.getBoundingClientRect().top, word: mark.dataset.word }));
  let best: { readonly mark: HTMLElement; readonly words: number } | null = null;
  for (const [index, { mark, top }] of placed.entries()) {
    const passage = placed.slice(index).filter((other) => other.top <= top + PASSAGE_HEIGHT);
    const words = new Set(passage.map(({ word }) => word)).size;
    if (best === null || words > best.words) best = { mark, words };
  }
  return best?.mark ?? null;
}

/** Keeps the visible messages in place when earlier ones are added above them. Returns a function that loads them. */
function useSteadyTop(page: RefObject<HTMLElement | null>, first: number | undefined, load: () => void) {
  const heightBefore = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes with the first message
  useLayoutEffect(() => {
    if (page.current !== null && heightBefore.current !== null) {
      page.current.scrollTop += page.current.scrollHeight - heightBefore.current;
    }
    heightBefore.current = null;
  }, [page, first]);
  return () => {
    heightBefore.current = page.current?.scrollHeight ?? null;
    load();
  };
}

function PageHeader({ session, onKeep }: { readonly session: ConversationSession; readonly onKeep: () => void }) {
  const { open } = useConversationRoute();
  const { common, conversations: words } = useText();
  const menu = useConversationMenu(session, () => open(null, null, { replace: true }));
  return (
    <header className="drag-region flex items-center gap-1 px-8 pt-3 pb-2 max-wide:px-3">
      <IconButton label={words.page.back} icon={ArrowLeft} onClick={() => open(null)} className="wide:hidden" />
      <p className="min-w-0 flex-1 truncate text-sm text-ink-faint">
        {clientTitle(session.client)} <span aria-hidden>·</span>{" "}
        <span dir="auto">{session.project === null ? words.noProject : markHidden(session.project)}</span>{" "}
        <span aria-hidden>·</span> {words.messages(session.messages)}
      </p>
      {/* A press on the button must not clear the selection. */}
      <Button icon={BookmarkPlus} keys="m" onMouseDown={(event) => event.preventDefault()} onClick={onKeep}>
        {common.keepAsMemory}
      </Button>
      <Menu trigger={<IconButton label={common.moreActions} icon={Ellipsis} />} entries={menu.entries} />
      {menu.dialog}
    </header>
  );
}

function Facts({ session }: { readonly session: ConversationSession }) {
  const { common } = useText();
  const words = useText().conversations.page;
  const { startedAt, lastAt, folder, model, continues } = session;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line pb-4 text-ink-soft">
      {startedAt !== null && (
        <Fact name={words.started}>
          <RelativeTime at={startedAt} form="long" />
        </Fact>
      )}
      {lastAt !== null && (
        <Fact name={words.last}>
          <RelativeTime at={lastAt} form="long" />
        </Fact>
      )}
      {folder !== null && (
        <Fact name={common.folder}>
          <span className="wrap-anywhere" data-selectable>
            {markHidden(folder)}
          </span>
        </Fact>
      )}
      {model !== null && <Fact name={common.model}>{markHidden(model)}</Fact>}
      {continues !== null && (
        <Fact name={words.continues}>
          <span className="text-accent-text underline underline-offset-2">
            <MarkdownLink href={conversationAddress(continues)}>{words.continuesLink}</MarkdownLink>
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** Links to the memories that came from the conversation. */
function MemoriesFrom({ ids }: { readonly ids: readonly string[] }) {
  const words = useText().conversations.page;
  if (ids.length === 0) return null;
  return (
    <section aria-label={words.memories} className="border-b border-line py-3">
      <h2 className="text-sm text-ink-faint">{words.memories}</h2>
      <ul className="mt-1 flex flex-col gap-0.5">
        {ids.map((id) => (
          <MemoryLink key={id} id={id} />
        ))}
      </ul>
    </section>
  );
}

function MemoryLink({ id }: { readonly id: string }) {
  const memory = useBridgeQuery("memories.get", { reference: id }).data;
  return (
    <li dir="auto" className="truncate text-accent-text underline underline-offset-2">
      <MarkdownLink href={`recollect://memory/${id}`}>
        {memory === undefined ? id : titleOf(memory.content)}
      </MarkdownLink>
    </li>
  );
}

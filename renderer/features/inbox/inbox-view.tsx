import {
  ArrowDown,
  ArrowUp,
  Check,
  FileText,
  Inbox as InboxIcon,
  Pencil,
  RotateCcw,
  ShieldQuestion,
  Trash2,
  TriangleAlert,
  Upload,
} from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import {
  INBOX_STATES,
  type InboxState,
  isFromWatchedFile,
  type Proposal,
  type ProposalReason,
} from "../../../electron/core/inbox.ts";
import { titleOf } from "../../../electron/core/memory.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { clientName, clientTitle } from "../../ui/client-name.ts";
import { ContextMenu } from "../../ui/menu.tsx";
import { Fact } from "../../ui/pane.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Tag } from "../../ui/tag.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { MarkdownLink, MarkdownPage } from "../memories/reading/markdown.tsx";
import { SimilarPanel } from "../memories/reading/page-tabs.tsx";
import { splitTitle } from "../memories/reading/split-title.ts";
import { ProposalEditor } from "./proposal-editor.tsx";
import { SuggestionsPart } from "./suggestions-part.tsx";
import { type Inbox, useInbox } from "./use-inbox.ts";
import { useReviewMenu } from "./use-review-menu.ts";

/** The address of the editor and of the rejected proposals. */
const EDIT = "edit";
const REJECTED = "rejected";

/**
 * The inbox: memories that wait for the owner's review, one at a time, and after them suggestions; and rejected memories.
 */
export function InboxView() {
  const { route } = useNavigation();
  const proposals = useBridgeQuery("inbox.counts", {}).data?.waiting ?? 0;
  const suggestions = useBridgeQuery("suggestions.counts", {}).data?.waiting ?? 0;
  const state: InboxState = route.path[0] === REJECTED ? "rejected" : "waiting";
  const isEditing = route.path[0] === EDIT;
  if (state === "waiting" && proposals === 0 && suggestions > 0) return <SuggestionsPart isEditing={isEditing} />;
  return <InboxPart key={state} state={state} isEditing={isEditing} />;
}

function InboxPart({ state, isEditing }: { readonly state: InboxState; readonly isEditing: boolean }) {
  const inbox = useInbox(state);
  const { navigate } = useNavigation();
  const { current } = inbox;
  const leave = () => navigate({ place: "inbox" }, { replace: true });
  if (isEditing && current !== undefined) {
    return (
      <ProposalEditor
        key={current.memory.id}
        memory={current.memory}
        onKeep={(changes) => {
          leave();
          void inbox.keep(changes);
        }}
        onLeave={leave}
      />
    );
  }
  return <Review state={state} inbox={inbox} onEdit={() => navigate({ place: "inbox", path: [EDIT] })} />;
}

interface ReviewProps {
  readonly state: InboxState;
  readonly inbox: Inbox;
  readonly onEdit: () => void;
}

function Review({ state, inbox, onEdit }: ReviewProps) {
  const text = useText().inbox;
  const { navigate } = useNavigation();
  const { current, counts } = inbox;
  useInboxCommands(state, inbox, onEdit);
  const entriesOf = useReviewMenu(
    state === "rejected"
      ? { reopen: () => void inbox.reopen(), move: inbox.move }
      : { keep: () => void inbox.keep(), edit: onEdit, reject: () => void inbox.reject(), move: inbox.move },
  );
  const hasOtherPart = state === "rejected" || (counts?.rejected ?? 0) > 0;
  return (
    <section aria-label={text.group} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <h1 className="font-medium">{text.group}</h1>
        {hasOtherPart && (
          <Segmented
            label={text.show}
            value={state}
            options={INBOX_STATES.map((value) => ({ value, label: text[value] }))}
            onChange={(value) =>
              navigate({ place: "inbox", path: value === "rejected" ? [REJECTED] : [] }, { replace: true })
            }
          />
        )}
        {current !== undefined && (
          <div className="ml-auto flex items-center gap-1">
            <span role="status" className="mr-1 text-sm text-ink-faint tabular-nums">
              {text.position(inbox.position, inbox.total)}
            </span>
            <IconButton label={text.previous} icon={ArrowUp} keys="arrowup" onClick={() => inbox.move(-1)} />
            <IconButton label={text.next} icon={ArrowDown} keys="arrowdown" onClick={() => inbox.move(1)} />
          </div>
        )}
      </header>
      <ContextMenu
        entries={current === undefined ? [] : entriesOf(current.memory.content)}
        render={<div className="flex min-h-0 flex-1 flex-col" />}
      >
        <Contents state={state} inbox={inbox} />
      </ContextMenu>
      {current !== undefined && <Decisions state={state} inbox={inbox} onEdit={onEdit} />}
    </section>
  );
}

function Contents({ state, inbox }: Omit<ReviewProps, "onEdit">) {
  const text = useText().inbox;
  const { navigate } = useNavigation();
  const page = useRef<HTMLElement>(null);
  const { current } = inbox;
  const id = current?.memory.id;
  // The page of the next proposal starts at its top, and a screen reader reads it.
  useEffect(() => {
    if (id === undefined || page.current === null) return;
    page.current.scrollTop = 0;
    page.current.focus({ preventScroll: true });
  }, [id]);

  if (inbox.error !== null) return <ErrorState error={inbox.error} onRetry={inbox.retry} />;
  if (current === undefined && inbox.isLoading) return <Skeleton shape="lines" />;
  if (current === undefined) {
    return (
      <EmptyState
        icon={state === "waiting" ? InboxIcon : Trash2}
        title={text.empty[state]}
        text={text.empty[state === "waiting" ? "waitingText" : "rejectedText"]}
        actions={<Button onClick={() => navigate({ place: "memories" })}>{text.empty.memories}</Button>}
      />
    );
  }
  return <ProposalPage proposal={current} ref={page} />;
}

function Decisions({ state, inbox, onEdit }: ReviewProps) {
  const { common, inbox: text } = useText();
  return (
    <footer data-foot className="shrink-0 border-t border-line px-8 py-3 max-wide:px-4">
      <div className="mx-auto flex max-w-180 flex-wrap items-center gap-2">
        {state === "rejected" ? (
          <Button variant="primary" icon={RotateCcw} keys="enter" onClick={() => void inbox.reopen()}>
            {text.reopen}
          </Button>
        ) : (
          <>
            <Button variant="primary" icon={Check} keys="enter" onClick={() => void inbox.keep()}>
              {common.keep}
            </Button>
            <Button icon={Pencil} keys="e" onClick={onEdit}>
              {common.edit}
            </Button>
            <Button variant="danger" icon={Trash2} keys="backspace" onClick={() => void inbox.reject()}>
              {text.reject}
            </Button>
          </>
        )}
      </div>
    </footer>
  );
}

/** A held key decides about one proposal only. */
function useInboxCommands(state: InboxState, inbox: Inbox, onEdit: () => void): void {
  const { common, inbox: text } = useText();
  const { group } = text;
  const isWaiting = state === "waiting";
  const enabled = inbox.current !== undefined;
  const decision = commandsOf("inbox", group, { once: true, enabled: enabled && isWaiting });
  const moving = commandsOf("inbox", group, { hidden: true, enabled });
  const enter = { keys: ["enter"], enabled };
  useCommands([
    isWaiting
      ? decision("keep", common.keep, () => void inbox.keep(), { ...enter, icon: Check })
      : decision("reopen", text.reopen, () => void inbox.reopen(), { ...enter, icon: RotateCcw }),
    decision("edit", common.edit, onEdit, { keys: ["e"], icon: Pencil }),
    decision("reject", text.reject, () => void inbox.reject(), { keys: ["backspace", "delete"], icon: Trash2 }),
    moving("next", text.next, () => inbox.move(1), { keys: ["arrowdown", "j"] }),
    moving("previous", text.previous, () => inbox.move(-1), { keys: ["arrowup", "k"] }),
  ]);
}

const REASON_ICONS = { access: ShieldQuestion, instruction: TriangleAlert, import: Upload } as const;

/** A proposal as a page: why it waits, its content, its origin, and similar memories. */
function ProposalPage({ proposal, ref }: { readonly proposal: Proposal; readonly ref: Ref<HTMLElement> }) {
  const text = useText().inbox;
  const { memory } = proposal;
  const { title, body } = splitTitle(memory.content);
  return (
    <article
      ref={ref}
      aria-label={text.proposal}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, so that it must be reachable by keyboard
      tabIndex={0}
      className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pt-5 pb-10 max-wide:px-4"
    >
      <div className="mx-auto max-w-180">
        <Reason proposal={proposal} />
        <p className="mt-4 mb-2 truncate text-sm text-ink-faint">
          {memory.namespace} <span aria-hidden>·</span> <span dir="auto">{markHidden(memory.domain)}</span>
        </p>
        {title !== null && (
          <h2 dir="auto" className="mb-4 text-xl font-semibold tracking-tight text-balance" data-selectable>
            {markHidden(title)}
          </h2>
        )}
        <div className="text-md">
          <MarkdownPage content={body} />
        </div>
        <Details proposal={proposal} />
        <Similar id={memory.id} isRejected={proposal.rejectedAt !== null} />
      </div>
    </article>
  );
}

function Reason({ proposal }: { readonly proposal: Proposal }) {
  const text = useText().inbox.reasons;
  const { reason, memory, subject } = proposal;
  const isWatched = isFromWatchedFile(proposal);
  const Icon = isWatched && reason === "import" ? FileText : REASON_ICONS[reason];
  const watched = memory.client === null ? text.file : text.memoryOf(clientTitle(memory.client.name));
  const sentences: Record<ProposalReason, string> = {
    access: text.access(markHidden(memory.client?.name ?? subject)),
    instruction: text.instruction,
    import: isWatched ? watched : text.import,
  };
  const tone = reason === "instruction" ? "bg-warn-soft text-warn-text" : "bg-sunken text-ink-soft";
  return (
    <p className={`inline-flex items-center gap-1.5 rounded-md px-2 py-1 text-sm ${tone}`}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {sentences[reason]}
    </p>
  );
}

/** The origin of a proposal. */
function Details({ proposal }: { readonly proposal: Proposal }) {
  const text = useText();
  const words = text.inbox.meta;
  const { memory, proposedAt, rejectedAt, supersedes } = proposal;
  return (
    <section aria-label={words.label} className="mt-8 border-t border-line pt-4">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5 text-ink-soft">
        <Fact name={words.from}>{memory.client === null ? text.inbox.owner : clientName(memory.client, text)}</Fact>
        <Fact name={words.proposed}>
          <RelativeTime at={proposedAt} form="long" />
        </Fact>
        {rejectedAt !== null && (
          <Fact name={words.rejected}>
            <RelativeTime at={rejectedAt} form="long" />
          </Fact>
        )}
        {memory.tags.length > 0 && (
          <Fact name={text.common.tags}>
            <span className="flex flex-wrap gap-1">
              {memory.tags.map((tag) => (
                <Tag key={tag} label={tag} />
              ))}
            </span>
          </Fact>
        )}
        {memory.source !== null && (
          <Fact name={text.common.source}>
            <span className="break-all" data-selectable>
              {markHidden(memory.source)}
            </span>
          </Fact>
        )}
        {supersedes !== null && (
          <Fact name={words.replaces}>
            <Replaced id={supersedes} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** The memory that a proposal replaces. */
function Replaced({ id }: { readonly id: string }) {
  const text = useText().inbox;
  const { data, isError } = useBridgeQuery("memories.get", { reference: id });
  if (isError) return text.replacesGone;
  if (data === undefined) return null;
  return <MarkdownLink href={`recollect://memory/${id}`}>{titleOf(markHidden(data.content))}</MarkdownLink>;
}

function Similar({ id, isRejected }: { readonly id: string; readonly isRejected: boolean }) {
  const { common } = useText();
  const text = useText().inbox.similar;
  const similar = useBridgeQuery("inbox.similar", { id }, { enabled: !isRejected });
  if (isRejected) return null;
  return (
    <section aria-label={text.label} className="mt-6 border-t border-line pt-4">
      <h2 className="mb-1 text-sm text-ink-faint">{text.label}</h2>
      <SimilarPanel similar={similar} none={common.noSimilarMemories} />
    </section>
  );
}

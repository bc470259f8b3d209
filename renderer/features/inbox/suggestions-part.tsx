import clsx from "clsx";
import { ArrowDown, ArrowUp, Check, Lightbulb, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ConversationMessage } from "../../../electron/core/conversations.ts";
import { USER_DOMAIN } from "../../../electron/core/domain.ts";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { EMPTY_STATE, type MemoryState } from "../../../electron/core/memory-fields.ts";
import { contentOf, type Suggestion } from "../../../electron/core/suggestions.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { clientTitle } from "../../ui/client-name.ts";
import { ContextMenu } from "../../ui/menu.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { MarkdownPage } from "../memories/reading/markdown.tsx";
import { ProposalEditor } from "./proposal-editor.tsx";
import { type SuggestionReview, useSuggestions } from "./use-inbox.ts";
import { useReviewMenu } from "./use-review-menu.ts";

/** The address of the editor. */
const EDIT = "edit";
/** A neighbouring message is cut after this length, in UTF-16 units. */
const MAX_SHOWN_UNITS = 1_200;

/** The suggestions that wait, one at a time, each with its passage in the dialogue. */
export function SuggestionsPart({ isEditing }: { readonly isEditing: boolean }) {
  const review = useSuggestions();
  const { navigate } = useNavigation();
  const { current } = review;
  const leave = () => navigate({ place: "inbox" }, { replace: true });
  if (isEditing && current !== undefined) {
    return (
      <ProposalEditor
        key={current.id}
        memory={memoryOf(current)}
        onKeep={(changes) => {
          leave();
          void review.keep(changes);
        }}
        onLeave={leave}
      />
    );
  }
  return <Review review={review} onEdit={() => navigate({ place: "inbox", path: [EDIT] })} />;
}

/** The memory as it would be kept unchanged. */
function memoryOf(suggestion: Suggestion): MemoryState {
  const { namespace, project } = suggestion;
  return { ...EMPTY_STATE, content: contentOf(suggestion), namespace, domain: project ?? USER_DOMAIN };
}

interface ReviewProps {
  readonly review: SuggestionReview;
  readonly onEdit: () => void;
}

function Review({ review, onEdit }: ReviewProps) {
  const text = useText().inbox;
  const { current } = review;
  useSuggestionCommands(review, onEdit);
  const entriesOf = useReviewMenu({
    keep: () => void review.keep(),
    edit: onEdit,
    reject: () => void review.reject(),
    move: review.move,
  });
  return (
    <section aria-label={text.group} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <h1 className="font-medium">{text.suggestion.title}</h1>
        {current !== undefined && (
          <div className="ml-auto flex items-center gap-1">
            <span role="status" className="mr-1 text-sm text-ink-faint tabular-nums">
              {text.position(review.position, review.total)}
            </span>
            <IconButton label={text.previous} icon={ArrowUp} keys="arrowup" onClick={() => review.move(-1)} />
            <IconButton label={text.next} icon={ArrowDown} keys="arrowdown" onClick={() => review.move(1)} />
          </div>
        )}
      </header>
      <ContextMenu
        entries={current === undefined ? [] : entriesOf(current.text)}
        render={<div className="flex min-h-0 flex-1 flex-col" />}
      >
        <Contents review={review} />
      </ContextMenu>
      {current !== undefined && <Decisions review={review} onEdit={onEdit} />}
    </section>
  );
}

function Contents({ review }: { readonly review: SuggestionReview }) {
  if (review.error !== null) return <ErrorState error={review.error} onRetry={review.retry} />;
  if (review.current === undefined) return <Skeleton shape="lines" />;
  return <SuggestionPage key={review.current.id} suggestion={review.current} />;
}

/** A suggestion as a page: why it is suggested, the passage, and the messages around it. */
function SuggestionPage({ suggestion }: { readonly suggestion: Suggestion }) {
  const text = useText();
  const words = text.inbox.suggestion;
  const page = useRef<HTMLElement>(null);
  // A screen reader reads the page of the next suggestion.
  useEffect(() => page.current?.focus({ preventScroll: true }), []);
  const { namespace, project, context, isExplicit, client, conversation, message, suggestedAt } = suggestion;
  return (
    <article
      ref={page}
      aria-label={words.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, so that it must be reachable by keyboard
      tabIndex={0}
      className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pt-5 pb-10 max-wide:px-4"
    >
      <div className="mx-auto max-w-180">
        <p className="inline-flex items-center gap-1.5 rounded-md bg-sunken px-2 py-1 text-sm text-ink-soft">
          <Lightbulb size={14} strokeWidth={1.75} aria-hidden />
          {isExplicit ? words.explicit : words.kinds[suggestion.kind]}
        </p>
        <p className="mt-4 mb-2 truncate text-sm text-ink-faint">
          {namespace} <span aria-hidden>·</span> <span dir="auto">{markHidden(project ?? USER_DOMAIN)}</span>{" "}
          <span aria-hidden>·</span> {clientTitle(client)} <span aria-hidden>·</span> <RelativeTime at={suggestedAt} />
        </p>
        {context !== null && (
          <blockquote dir="auto" className="mb-2 border-l-2 border-line pl-3 text-ink-soft" data-selectable>
            {markHidden(context)}
          </blockquote>
        )}
        <div className="text-md">
          <MarkdownPage content={suggestion.text} />
        </div>
        <Dialogue conversation={conversation} message={message} client={client} />
      </div>
    </article>
  );
}

interface DialogueProps {
  readonly conversation: string;
  readonly message: number;
  readonly client: string;
}

/** The message of a suggestion, between its neighbours. */
function Dialogue({ conversation, message, client }: DialogueProps) {
  const text = useText();
  const words = text.inbox.suggestion;
  const { navigate } = useNavigation();
  const part = useBridgeQuery("conversations.read", { id: conversation, around: message, before: 1, after: 1 });
  const messages: readonly ConversationMessage[] = part.data?.messages ?? [];
  return (
    <section aria-label={words.dialogue} className="mt-8 border-t border-line pt-4">
      <h2 className="mb-2 text-sm text-ink-faint">{words.dialogue}</h2>
      <ul className="flex flex-col gap-2">
        {messages.map(({ number, role, text: said }) => (
          <li
            key={number}
            className={clsx("border-l-2 pl-3", number === message ? "border-accent" : "border-transparent")}
          >
            <p className="text-sm font-medium text-ink-soft">
              {role === "user" ? text.conversations.page.you : clientTitle(client)}
            </p>
            <p dir="auto" className="whitespace-pre-wrap text-ink-soft wrap-anywhere" data-selectable>
              {markHidden(shorten(said))}
            </p>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="small"
        onClick={() => navigate({ place: "conversations", path: [conversation, String(message)] })}
      >
        {words.open}
      </Button>
    </section>
  );
}

function shorten(said: string): string {
  return said.length <= MAX_SHOWN_UNITS ? said : `${said.slice(0, MAX_SHOWN_UNITS).toWellFormed()}…`;
}

function Decisions({ review, onEdit }: ReviewProps) {
  const { common, inbox: text } = useText();
  const words = text.suggestion;
  const { current } = review;
  return (
    <footer data-foot className="shrink-0 border-t border-line px-8 py-3 max-wide:px-4">
      <div className="mx-auto flex max-w-180 flex-wrap items-center gap-2">
        <Button variant="primary" icon={Check} keys="enter" onClick={() => void review.keep()}>
          {common.keep}
        </Button>
        <Button icon={Pencil} keys="e" onClick={onEdit}>
          {common.edit}
        </Button>
        <Button variant="danger" icon={Trash2} keys="backspace" onClick={() => void review.reject()}>
          {text.reject}
        </Button>
        {current !== undefined && (
          <span className="ml-auto flex flex-wrap gap-1">
            {current.project !== null && (
              <Button variant="quiet" size="small" onClick={() => void review.exclude("project")}>
                {words.neverFrom(markHidden(current.project))}
              </Button>
            )}
            <Button variant="quiet" size="small" onClick={() => void review.exclude("client")}>
              {words.neverFrom(clientTitle(current.client))}
            </Button>
          </span>
        )}
      </div>
    </footer>
  );
}

/** A held key decides about one suggestion only. */
function useSuggestionCommands(review: SuggestionReview, onEdit: () => void): void {
  const { common, inbox: text } = useText();
  const enabled = review.current !== undefined;
  const decision = commandsOf("inbox", text.group, { once: true, enabled });
  const moving = commandsOf("inbox", text.group, { hidden: true, enabled });
  useCommands([
    decision("keep", common.keep, () => void review.keep(), { keys: ["enter"], icon: Check }),
    decision("edit", common.edit, onEdit, { keys: ["e"], icon: Pencil }),
    decision("reject", text.reject, () => void review.reject(), { keys: ["backspace", "delete"], icon: Trash2 }),
    moving("next", text.next, () => review.move(1), { keys: ["arrowdown", "j"] }),
    moving("previous", text.previous, () => review.move(-1), { keys: ["arrowup", "k"] }),
  ]);
}

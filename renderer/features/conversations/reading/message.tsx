import clsx from "clsx";
import { BookmarkPlus } from "lucide-react";
import { memo, useMemo, useState } from "react";
import type { ConversationMessage } from "../../../../electron/core/conversations.ts";
import { matchesOfWords } from "../../../../electron/core/word-matches.ts";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { foldMessage } from "../../memories/reading/fold.ts";
import { FoldButton, MarkdownPage } from "../../memories/reading/markdown.tsx";

interface MessageProps {
  readonly message: ConversationMessage;
  /** The name of the assistant's program. */
  readonly client: string;
  /** Whether the address names this message. */
  readonly isShown: boolean;
  /** The words of the search, marked in the text. */
  readonly words: readonly string[];
  readonly onKeep: () => void;
}

/** One message: a person's on a darker ground, the assistant's on the page. */
export const Message = memo(
  function Message({ message, client, isShown, words: searched, onKeep }: MessageProps) {
    const words = useText().conversations;
    const { number, role, at, text } = message;
    const [isOpen, setIsOpen] = useState<boolean | null>(null);
    const isUser = role === "user";
    const author = isUser ? words.page.you : client;
    const fold = useMemo(() => foldMessage(text), [text]);
    // A part with a match of the search is shown.
    const isFolded = fold !== null && !(isOpen ?? (isShown && matchesOfWords(fold.hidden, searched).length > 0));
    return (
      <li
        data-number={number}
        aria-label={words.page.message(author, number)}
        aria-current={isShown ? "true" : undefined}
        className={clsx(
          "group/message scroll-my-4 border-l-2 py-0.5 pl-4",
          isUser && "rounded-md bg-sunken py-2.5 pr-3",
          isShown ? "border-accent" : "border-transparent",
        )}
      >
        <div className="mb-1 flex h-6 items-center gap-2 text-sm text-ink-faint">
          <span className="font-medium text-ink-soft">{author}</span>
          {at !== null && <RelativeTime at={at} />}
          <IconButton
            label={words.keep.message(number)}
            icon={BookmarkPlus}
            size="small"
            onMouseDown={(event) => event.preventDefault()}
            onClick={onKeep}
            className="ml-auto opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100"
          />
        </div>
        <MarkdownPage
          content={isFolded ? fold.shown : text}
          words={searched}
          foldCode={isShown ? "except-matches" : "long"}
        />
        {fold !== null && (
          <div className="mt-2">
            <FoldButton fold={fold} isFolded={isFolded} words={searched} onToggle={setIsOpen} />
          </div>
        )}
      </li>
    );
  },
  // The handler is a new function in each render of the page, but always does the same.
  (before, after) =>
    before.message.text === after.message.text &&
    before.message.at === after.message.at &&
    before.client === after.client &&
    before.words === after.words &&
    before.isShown === after.isShown,
);

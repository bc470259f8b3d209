import type { ImportItem, ImportSource } from "./import-item.ts";
import { type Fields, momentOf, objectOf, textOf } from "./values.ts";

const PROGRAM = "chatgpt";
/** One line of the list: `3. [2026-04-02]. The user deploys on Fridays.` */
const LISTED = /^\s*\d+\.\s*(?:\[(\d{4}-\d{2}-\d{2})\]\.?\s*)?(\S.*)$/;
/** The words by which the model removes a fact instead of adding one. */
const REMOVAL = /^(?:forget|delete|remove)\b/i;

interface Fact {
  readonly text: string;
  readonly createdAt: number | undefined;
}

/** Whether an object is a conversation of a ChatGPT export. */
export function isChatGptConversation(value: Fields): boolean {
  return "mapping" in value && Object.keys(objectOf(value.mapping)).length > 0;
}

/**
 * Finds the saved memories in the conversations of a ChatGPT export, which has no list of them. Each memory that the
 * model saved is a message to `bio`. Some conversations also contain the complete list at that time, which was part of
 * the model's context (`model_editable_context`). The result is the latest list and all later messages to `bio`.
 */
export class ChatGptMemories {
  #listedAt = Number.NEGATIVE_INFINITY;
  #listed: Fact[] = [];
  readonly #saved: Fact[] = [];

  /** Reads one conversation. */
  add(conversation: Fields): void {
    const changedAt = momentOf(conversation.update_time) ?? momentOf(conversation.create_time) ?? 0;
    for (const node of Object.values(objectOf(conversation.mapping))) {
      const message = objectOf(objectOf(node).message);
      const content = objectOf(message.content);
      const at = momentOf(message.create_time);
      if (textOf(content.content_type) === "model_editable_context") {
        this.#addList(textOf(content.model_set_context), at ?? changedAt);
      } else if (textOf(message.recipient) === "bio" && textOf(objectOf(message.author).role) === "assistant") {
        for (const text of linesOf(content)) this.#saved.push({ text, createdAt: at });
      }
    }
  }

  /** The findings. */
  source(): ImportSource {
    const later = this.#saved.filter(({ createdAt }) => (createdAt ?? 0) > this.#listedAt);
    const added = later.filter(({ text }) => !REMOVAL.test(text));
    const removals = later.length - added.length;
    const current = new Map<string, Fact>();
    for (const fact of [...this.#listed, ...added]) if (!current.has(fact.text)) current.set(fact.text, fact);
    const items = [...current.values()].map(toItem);
    const skipped: ImportItem[] =
      removals === 0
        ? []
        : [{ program: PROGRAM, line: 0, place: "removals", kind: "skipped", reason: "deleted", count: removals }];
    return {
      total: items.length + skipped.length,
      items: (async function* () {
        yield* items;
        yield* skipped;
      })(),
    };
  }

  #addList(list: string, at: number): void {
    if (list === "" || at < this.#listedAt) return;
    this.#listedAt = at;
    this.#listed = list.split(/\r?\n/).flatMap((line) => {
      const [, date, text] = LISTED.exec(line) ?? [];
      return text === undefined
        ? []
        : [{ text: text.trim(), createdAt: date === undefined ? undefined : momentOf(date) }];
    });
  }
}

function toItem({ text, createdAt }: Fact, index: number): ImportItem {
  const line = index + 1;
  return {
    program: PROGRAM,
    line,
    place: `memory ${line}`,
    kind: "memory",
    // The export has no ids. The date can be missing in one export and not in another, so it is not part of the name.
    memory: { content: text, createdAt, foreign: { key: [PROGRAM, text], createdAt: null } },
  };
}

/** The texts of a message, one fact a line. */
function linesOf({ content_type, parts, text }: Fields): string[] {
  const texts = textOf(content_type) === "code" ? [textOf(text)] : Array.isArray(parts) ? parts.map(textOf) : [];
  return texts
    .join("\n")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

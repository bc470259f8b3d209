import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { digestKey } from "./digest-key.ts";
import { unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import { branchOf } from "./message-tree.ts";
import type { Found, FoundMessage, SessionFields } from "./reader.ts";

/** A message, or the type of a part that has none of the known forms. */
type Said = Pick<FoundMessage, "key" | "role" | "text" | "at"> | { readonly unknown: unknown };

/** Members with the words of a part whose type is new. */
const TEXT_MEMBERS = ["text", "transcript", "transcription", "content", "parts", "markdown", "value", "message"];
const MAX_TEXT_DEPTH = 4;
/** A part with such a type is about how an answer was found. */
const REASONING = /reason|thought|think/i;

/** ChatGPT's contents without words of a person and without an answer. */
const CHATGPT_OTHERS = new Set(
  `thoughts reasoning_recap model_editable_context user_editable_context execution_output tether_browsing_display
   tether_quote system_error sonic_webpage computer_output citable_code_output`.split(/\s+/),
);
/** Files in a message. The words that were spoken are a part of their own. */
const CHATGPT_FILES = new Set(
  `image_asset_pointer audio_asset_pointer video_container_asset_pointer
   real_time_user_audio_video_asset_pointer`.split(/\s+/),
);
const CHATGPT_ROLES = new Set(["user", "assistant", "system", "tool", "developer"]);
/** Claude's blocks without words. A call of a tool and its result have any name that ends like this. */
const CLAUDE_OTHERS = new Set(["thinking", "redacted_thinking", "token_budget", "flag"]);
const CLAUDE_TOOL = /(?:^|_)tool_(?:use|result)$/;

/** Reads a conversation of a ChatGPT account: the branch that was shown last. */
export function readChatGpt(conversation: Fields): readonly Found[] {
  const { conversation_id, id, title, create_time, current_node, default_model_slug, mapping } = conversation;
  const branch = branchOf(mapping, current_node);
  const said = branch.flatMap(({ id: node, message }) => readChatGptMessage(node, message));
  const models = branch.map(({ message }) => textOf(objectOf(message.metadata).model_slug));
  return withSession(textOf(conversation_id) || textOf(id), said, {
    title: textOf(title),
    model: models.findLast((slug) => slug !== "") ?? textOf(default_model_slug),
    startedAt: momentOf(create_time),
  });
}

function readChatGptMessage(node: string, message: Fields): readonly Said[] {
  const { id, author, content, recipient, channel, metadata, create_time, weight } = message;
  const { role } = objectOf(author);
  if (typeof role === "string" && !CHATGPT_ROLES.has(role)) return [{ unknown: role }];
  if (role !== "user" && role !== "assistant") return [];
  if (objectOf(metadata).is_visually_hidden_from_conversation === true || weight === 0) return [];
  // ChatGPT shows an answer before a call of a tool. It does not show calls, and folds reasoning and comments away.
  const isShown = (recipient ?? "all") === "all" && (channel ?? "final") === "final";
  if (role === "assistant" && !isShown) return [];
  const { texts, unknown } = partsOfChatGpt(objectOf(content));
  return toSaid(textOf(id) || node, role, texts, create_time, unknown);
}

function partsOfChatGpt(content: Fields): { readonly texts: readonly string[]; readonly unknown: readonly unknown[] } {
  const type = textOf(content.content_type);
  if (CHATGPT_OTHERS.has(type)) return { texts: [], unknown: [] };
  if (REASONING.test(type)) return { texts: [], unknown: [type] };
  const isKnown = type === "text" || type === "multimodal_text";
  if (!isKnown || !Array.isArray(content.parts)) {
    const text = textIn(content);
    return { texts: [text], unknown: text === "" && !isKnown ? [type] : [] };
  }
  const parts = content.parts.map((part: unknown) => {
    const { content_type } = objectOf(part);
    const isWord = typeof part === "string" || !(CHATGPT_FILES.has(textOf(content_type)) || part === null);
    const text = isWord ? textIn(part) : "";
    return { text, unknown: isWord && typeof part !== "string" && text === "" ? [content_type] : [] };
  });
  return { texts: parts.map(({ text }) => text), unknown: parts.flatMap(({ unknown }) => unknown) };
}

/** Reads a conversation of a Claude account. */
export function readClaude(conversation: Fields): readonly Found[] {
  const { uuid, name, created_at, chat_messages } = conversation;
  const messages = Array.isArray(chat_messages) ? chat_messages.map(objectOf) : [];
  const said = messages.flatMap((message, index) => readClaudeMessage(message, index));
  return withSession(textOf(uuid), said, { title: textOf(name), startedAt: momentOf(created_at) });
}

function readClaudeMessage(message: Fields, index: number): readonly Said[] {
  const { uuid, sender, content, text, attachments, created_at } = message;
  const role = sender === "human" ? "user" : sender === "assistant" ? "assistant" : null;
  if (role === null) return [{ unknown: sender }];
  const blocks = Array.isArray(content) ? content.map((block) => blockOf(block)) : [];
  const unknown = blocks.flatMap((block) => block.unknown);
  const spoken = role === "user" ? blocks.map((block) => block.text) : lastWords(blocks);
  // The text of the complete message has the reasoning and the comments too.
  const isFlat = role === "user" || blocks.every(({ isTool, isOther }) => !isTool && !isOther);
  const said = joinTexts(spoken) || (isFlat ? textOf(content) || textOf(text) : "");
  // A long text that is pasted becomes a file.
  const pasted = Array.isArray(attachments) ? attachments.map((file) => textOf(objectOf(file).extracted_content)) : [];
  const texts = said === "" && role === "user" ? pasted : [said];
  return toSaid(textOf(uuid) || String(index), role, texts, created_at, unknown);
}

interface Block {
  readonly text: string;
  readonly isTool: boolean;
  /** It has no words of an answer. */
  readonly isOther: boolean;
  readonly unknown: readonly unknown[];
}

function blockOf(block: unknown): Block {
  const type = typeof block === "string" ? "text" : textOf(objectOf(block).type);
  const isTool = CLAUDE_TOOL.test(type);
  if (isTool || CLAUDE_OTHERS.has(type)) return { text: "", isTool, isOther: true, unknown: [] };
  const isOther = REASONING.test(type);
  const text = isOther ? "" : textIn(block);
  return { text, isTool, isOther, unknown: text === "" && type !== "text" ? [type] : [] };
}

/** The texts after the last call of a tool; if there are none, the ones before it. */
function lastWords(blocks: readonly Block[]): readonly string[] {
  const groups: string[][] = [[]];
  for (const { text, isTool } of blocks) {
    if (isTool) groups.push([]);
    else groups.at(-1)?.push(text);
  }
  return groups.findLast((group) => joinTexts(group) !== "") ?? [];
}

/** The words in a value of any form. */
function textIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > MAX_TEXT_DEPTH) return "";
  if (Array.isArray(value)) return joinTexts(value.map((each) => textIn(each, depth + 1)));
  const fields = value as Fields;
  for (const name of TEXT_MEMBERS) {
    const text = textIn(fields[name], depth + 1).trim();
    if (text !== "") return text;
  }
  return "";
}

function toSaid(
  key: string,
  role: "user" | "assistant",
  texts: readonly string[],
  at: unknown,
  unknown: readonly unknown[],
): readonly Said[] {
  const text = joinTexts(texts);
  const counted = unknown.map((type) => ({ unknown: type }));
  return text === "" ? counted : [{ key, role, text, at: momentOf(at) ?? null }, ...counted];
}

/** @param id the account's id of the conversation; without one, a digest of its start */
function withSession(id: string, said: readonly Said[], fields: SessionFields): readonly Found[] {
  const [first] = said.filter((each) => "key" in each);
  const counted = said.flatMap((each) => ("key" in each ? [] : [unknownRecord(each.unknown)]));
  if (first === undefined)
    return id === "" && counted.length === 0 ? [unknownRecord("conversation without an id")] : counted;
  const session = id || digestKey(fields.title ?? "", String(fields.startedAt ?? ""), first.key, first.text);
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  const messages = said.flatMap((each): readonly Found[] =>
    "key" in each ? [{ kind: "message", session, message: each }] : [],
  );
  return [{ kind: "session", session, fields: Object.fromEntries(known) }, ...messages, ...counted];
}

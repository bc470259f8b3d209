import { isRecord } from "../../core/util/is-record.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { digestKey } from "./digest-key.ts";
import { unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
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

/** A node of a tree of messages. */
interface TreeNode {
  readonly id: string;
  /** {} for a node without a message, such as the root. */
  readonly message: Fields;
}

/**
 * The branch of a tree of messages that was shown last, from the root on. A link that is absent in one direction is
 * taken from the other one. Without a current node that exists, the branch ends at the newest leaf. A branch that ends
 * at a node that does not exist continues at the newest older node of another part. Without any link, the branch is all
 * messages, by time.
 * @param mapping nodes with `parent`, `children` and `message`, by their ids or as a list
 */
function branchOf(mapping: unknown, current: unknown): readonly TreeNode[] {
  const nodes = nodesOf(mapping);
  const parents = parentsOf(nodes);
  const times = timesOf(nodes, parents);
  const timeOf = (id: string) => times.get(id) ?? 0;
  const toNode = (id: string): TreeNode => ({ id, message: objectOf(nodes.get(id)?.message) });
  if (parents.size === 0) return [...nodes.keys()].toSorted((one, other) => timeOf(one) - timeOf(other)).map(toNode);
  const withChildren = new Set(parents.values());
  const leaves = [...nodes.keys()].filter((id) => !withChildren.has(id) && isRecord(nodes.get(id)?.message));
  // Of two leaves with the same time, the later one in the file is first.
  const newest = leaves.toReversed().sort((one, other) => timeOf(other) - timeOf(one));
  const shown = textOf(current);
  const start = nodes.has(shown) ? shown : (newest[0] ?? [...nodes.keys()].at(-1));
  if (start === undefined) return [];
  const hasLostParent = (id: string) => {
    const parent = textOf(nodes.get(id)?.parent);
    return parent !== "" && !nodes.has(parent);
  };
  const branch = pathToRoot(start, parents);
  const read = new Set(branch.slice(-1));
  for (const leaf of newest) {
    const top = branch.at(-1) ?? start;
    if (!hasLostParent(top)) break;
    if (timeOf(leaf) > timeOf(top)) continue;
    const part = pathToRoot(leaf, parents);
    const root = part.at(-1) ?? leaf;
    if (!read.has(root)) branch.push(...part);
    read.add(root);
  }
  return branch.toReversed().map(toNode);
}

function nodesOf(mapping: unknown): ReadonlyMap<string, Fields> {
  const nodes = Array.isArray(mapping)
    ? mapping.map(objectOf).map((node): [string, Fields] => [textOf(node.id), node])
    : Object.entries(objectOf(mapping)).map(([id, node]): [string, Fields] => [id, objectOf(node)]);
  return new Map(nodes);
}

/** The parents of the nodes that have one, by the links in both directions. */
function parentsOf(nodes: ReadonlyMap<string, Fields>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { parent }] of nodes)
    if (nodes.has(textOf(parent)) && textOf(parent) !== id) parents.set(id, textOf(parent));
  for (const [id, { children }] of nodes) {
    for (const child of Array.isArray(children) ? children.map(textOf) : []) {
      if (nodes.has(child) && !parents.has(child) && child !== id) parents.set(child, id);
    }
  }
  return parents;
}

/** The time of each message; of a node without one, its nearest ancestor's. */
function timesOf(
  nodes: ReadonlyMap<string, Fields>,
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const start of nodes.keys()) {
    const path: string[] = [];
    const seen = new Set<string>();
    let time: number | undefined;
    for (let id: string | undefined = start; id !== undefined && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      const message = objectOf(nodes.get(id)?.message);
      time = times.get(id) ?? momentOf(message.create_time) ?? momentOf(message.update_time);
      path.push(id);
      if (time !== undefined) break;
    }
    for (const id of path) times.set(id, time ?? 0);
  }
  return times;
}

/** A node and its ancestors. The last one has no parent, or a parent that is among them. */
function pathToRoot(start: string, parents: ReadonlyMap<string, string>): string[] {
  const path = new Set<string>();
  for (let id: string | undefined = start; id !== undefined && !path.has(id); id = parents.get(id)) path.add(id);
  return [...path];
}

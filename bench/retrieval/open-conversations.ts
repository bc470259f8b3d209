import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openConversationFile } from "../../electron/conversations/conversation-file.ts";
import { openRows } from "../../electron/conversations/conversation-rows.ts";
import { PassageRows } from "../../electron/conversations/passage-rows.ts";
import type { Found } from "../../electron/conversations/readers/reader.ts";
import { TranscriptStore } from "../../electron/conversations/transcript-store.ts";
import type { Embedder } from "../../electron/core/embedder.ts";
import { DEFAULT_SECRET_POLICY } from "../../electron/core/secrets/policy.ts";
import { quantise } from "../../electron/search/vectors/quantise.ts";
import type { DataSet, SetMemory } from "./data-sets/data-set.ts";
import { logger, openEmbedder } from "./open-product.ts";

const CLIENT = "bench";
const BATCH_PASSAGES = 32;
const RULES = { excludedFolders: [], excludedProjects: [], keptSince: null, secrets: DEFAULT_SECRET_POLICY };

/** The conversations of a data set in their database, and the model. */
export interface StoredConversations {
  readonly database: ReturnType<typeof openConversationFile>;
  readonly embedder: Embedder;
}

/**
 * Opens the database of conversations with each session of a data set as one conversation of the project that its
 * domain names, stored and embedded by the product's own parts.
 *
 * @param keep a folder for the embedded conversations, where the next run finds them; by default they are deleted
 */
export async function withConversations(
  set: DataSet,
  keep: string | undefined,
  use: (stored: StoredConversations) => Promise<void>,
): Promise<void> {
  const folder =
    keep === undefined
      ? await mkdtemp(join(tmpdir(), "recollect-bench-"))
      : resolve(keep, `${set.name} as conversations`);
  await mkdir(folder, { recursive: true });
  const database = openConversationFile(join(folder, "conversations.sqlite"), Date.now(), logger);
  const embedder = await openEmbedder();
  try {
    const store = new TranscriptStore(openRows(database), (project) => ({ project, name: null, host: null }));
    for (const [session, memories] of sessionsOf(set.memories)) storeSession(store, session, memories);
    await embed(new PassageRows(database), embedder, set.name);
    await use({ database, embedder });
  } finally {
    await embedder.close();
    database.close();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** The memories of each session, in order. */
export function sessionsOf(memories: readonly SetMemory[]): Map<string, SetMemory[]> {
  const sessions = new Map<string, SetMemory[]>();
  for (const memory of memories) {
    const id = memory.sessionId ?? "";
    const session = sessions.get(id);
    if (session === undefined) sessions.set(id, [memory]);
    else session.push(memory);
  }
  return sessions;
}

/** Stores a session. The first speaker is the user. */
function storeSession(store: TranscriptStore, session: string, memories: readonly SetMemory[]): void {
  const [first] = memories;
  if (first === undefined) return;
  const speakerOf = ({ content }: SetMemory): string => content.slice(0, content.indexOf(": "));
  const messages = memories.map((memory, number): Found => {
    const role = speakerOf(memory) === speakerOf(first) ? "user" : "assistant";
    const message = { key: `${session}/${number}`, role, text: memory.content, at: memory.at } as const;
    return { kind: "message", session, message };
  });
  const found: Found[] = [{ kind: "session", session, fields: { folder: first.domain } }, ...messages];
  const transcript = { path: session, bytes: 1, modifiedAt: 1 };
  store.apply([{ client: CLIENT, transcript, isStart: true, found, position: null, ended: { error: null } }], RULES);
}

async function embed(passages: PassageRows, embedder: Embedder, name: string): Promise<void> {
  const { fingerprint } = embedder;
  let reported = 0;
  for (;;) {
    const pending = passages.pending(fingerprint, BATCH_PASSAGES);
    if (pending === null) return;
    const texts = pending.passages.map(({ text }) => text);
    const embedded = texts.length === 0 ? [] : await embedder.embed(texts, "passage");
    const vectors = pending.passages.flatMap(({ message, start, end }, index) => {
      const vector = embedded[index]?.vector;
      return vector === undefined ? [] : [{ message, start, end, vector: quantise(vector) }];
    });
    passages.put(fingerprint, pending, vectors);
    const { done, total } = passages.counts();
    if (done - reported < 1000) continue;
    reported = done;
    console.error(`${name} as conversations: ${done} of ${total} messages embedded`);
  }
}

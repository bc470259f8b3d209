import { setTimeout as pause } from "node:timers/promises";
import { OWNER_SUBJECT } from "../core/caller.ts";
import type { Embedder } from "../core/embedder.ts";
import type { Events } from "../core/events.ts";
import type { Logger, MemoryStore } from "../core/ports.ts";
import { projectKey } from "../core/project-name.ts";
import {
  type ClientUseDay,
  type GivenMemories,
  type GivenMemory,
  type GivenOutcome,
  type JudgedConversation,
  type MemoryUse,
  SESSION_TOLERANCE_MS,
  type UseConversation,
  type UseCounts,
  type UseOutcome,
  type UseService,
  type UseStore,
  type UseTranscripts,
  type WordOutcome,
} from "../core/use.ts";
import { areNear } from "./near-meaning.ts";

interface UseOptions {
  readonly store: UseStore;
  readonly memories: Pick<MemoryStore, "contentsOf" | "rankingFacts">;
  readonly embedder: Embedder;
  /** Whether the owner wants to know what clients use. */
  readonly isOn: () => boolean;
  readonly events: Pick<Events, "emit">;
  readonly logger: Logger;
}

/** Conversations that are compared in one step, so that the thread of conversations does other work between steps. */
const STEP_CONVERSATIONS = 20;
/** The part of the time in which the thread of conversations can do other work. */
const REST_SHARE = 0.5;
/** Ids of this length are of one session only, whatever client has it: UUIDs, ULIDs and the like. */
const MIN_UNIQUE_LENGTH = 20;
/** A memory that was given this often without a use is reported. */
const OFTEN_GIVEN = 5;
const MAX_NEVER_USED = 100;
const NO_USE: MemoryUse = { given: 0, used: 0, unknown: 0, last: null };

/** Records which memories clients get, and finds out from their conversations which ones they rely on (ADR 0051). */
export class Use implements UseService {
  readonly #options: UseOptions;
  #transcripts: UseTranscripts | null = null;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #closed = false;

  constructor(options: UseOptions) {
    this.#options = options;
  }

  record(given: GivenMemories): void {
    if (this.#options.isOn()) this.#options.store.record(given);
  }

  withdraw(given: GivenMemories): void {
    this.#options.store.withdraw(given);
  }

  /** Call it when conversations were read: compares the new ones with the memories that were given in them. */
  conversationsRead(transcripts: UseTranscripts): void {
    if (!this.#isActive()) return;
    this.#transcripts = transcripts;
    this.#isWanted = true;
    this.#running ??= this.#runWanted()
      .catch((error: unknown) =>
        this.#options.logger.warn("The use of memories is not known.", { error: String(error) }),
      )
      .finally(() => {
        this.#running = null;
      });
  }

  /** Call it when conversations were removed: forgets the knowledge from them. */
  async conversationsRemoved(transcripts: UseTranscripts): Promise<void> {
    const { store, events } = this.#options;
    const known = await store.conversations();
    if (known.length === 0) return;
    const stored = new Set(await transcripts.stored(known));
    const removed = known.filter((id) => !stored.has(id));
    if (removed.length === 0) return;
    await store.forgetConversations(removed);
    events.emit("use.changed", null);
  }

  /** Call it when the owner switches this on or off. Off: deletes the records. */
  async switched(): Promise<void> {
    if (this.#options.isOn()) return;
    await this.#running;
    await this.#options.store.clear();
    this.#options.events.emit("use.changed", null);
  }

  /** Waits until no comparison runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async ofMemory(id: string): Promise<MemoryUse> {
    return (await this.#options.store.ofMemories([id])).get(id) ?? NO_USE;
  }

  ofClient(subject: string): Promise<UseCounts> {
    return this.#options.store.ofClient(subject);
  }

  byClient(): Promise<readonly ClientUseDay[]> {
    return this.#options.store.byClient();
  }

  neverUsed(): Promise<readonly string[]> {
    return this.#options.store.neverUsed(OFTEN_GIVEN, MAX_NEVER_USED);
  }

  between(subject: string, from: number, to: number): Promise<readonly GivenOutcome[]> {
    return this.#options.store.between(subject, from, to);
  }

  #isActive(): boolean {
    return !this.#closed && this.#options.isOn();
  }

  async #runWanted(): Promise<void> {
    while (this.#isWanted && this.#isActive() && this.#transcripts !== null) {
      this.#isWanted = false;
      await this.#judgeNew(this.#transcripts);
    }
  }

  async #judgeNew(transcripts: UseTranscripts): Promise<void> {
    const { store, events } = this.#options;
    const since = await store.firstAt();
    if (since === null) return;
    let isChanged = false;
    while (this.#isActive()) {
      const conversations = await transcripts.next(since, STEP_CONVERSATIONS);
      if (conversations.length === 0) break;
      const judged = [];
      for (const conversation of conversations) {
        const { id, lastNumber } = conversation;
        judged.push({ id, lastNumber, given: await this.#givenIn(conversation) });
      }
      const start = performance.now();
      const outcomes = await this.#decideDoubtful(await transcripts.judge(judged), judged);
      const elapsed = performance.now() - start;
      if (!this.#isActive()) break;
      if (outcomes.length > 0) {
        await store.setOutcomes(outcomes);
        isChanged = true;
      }
      await pause((elapsed * REST_SHARE) / (1 - REST_SHARE), undefined, { ref: false });
    }
    if (isChanged) events.emit("use.changed", null);
  }

  /** Decides by meaning what words leave open. It stays unknown if the model is not available. */
  async #decideDoubtful(
    outcomes: readonly WordOutcome[],
    judged: readonly JudgedConversation[],
  ): Promise<readonly UseOutcome[]> {
    const contents = new Map(judged.flatMap(({ given }) => given.map(({ row, content }) => [row, content] as const)));
    const doubtful = outcomes.flatMap(({ row, doubtful }) =>
      doubtful === null ? [] : [{ row, message: doubtful.message, sentence: doubtful.sentence }],
    );
    const compared = doubtful.map(({ row, sentence }) => ({ sentence, content: contents.get(row) ?? "" }));
    const near = await areNear(compared, this.#options.embedder).catch((error: unknown) => {
      this.#options.logger.warn("The use of some memories is not known.", { error: String(error) });
      return [];
    });
    const used = new Map(doubtful.filter((_, index) => near[index]).map(({ row, message }) => [row, message]));
    return outcomes.map(({ row, used: byWords, message, conversation }) => {
      const answer = used.get(row);
      return answer === undefined
        ? { row, used: byWords, message, conversation }
        : { row, used: true, message: answer, conversation };
    });
  }

  /** The memories that were given in a conversation, with their text and time. */
  async #givenIn(conversation: UseConversation) {
    const { store, memories } = this.#options;
    const { clientSession, startedAt, lastAt } = conversation;
    const bySession = (await store.inSession(clientSession)).filter(
      (given) => clientSession.length >= MIN_UNIQUE_LENGTH || isOfClient(given, conversation),
    );
    const from = (startedAt ?? lastAt) - SESSION_TOLERANCE_MS;
    const byTime = (await store.withoutSession(from, lastAt + SESSION_TOLERANCE_MS)).filter(
      (given) => isOfClient(given, conversation) && isOfProject(given, conversation),
    );
    const given = [...bySession, ...byTime];
    if (given.length === 0) return [];
    const ids = [...new Set(given.map(({ memory }) => memory))];
    const [contents, facts] = await Promise.all([memories.contentsOf(ids), memories.rankingFacts(ids)]);
    return given.flatMap(({ row, memory, by, at, session }) => {
      const content = contents.get(memory);
      const writtenAt = facts.get(memory)?.createdAt;
      return content === undefined || writtenAt === undefined
        ? []
        : [{ row, memory, by, at, session, content, writtenAt }];
    });
  }
}

/** A client's programs report names such as `codex-mcp-client`; its token has the name of the client. */
function isOfClient({ subject, client: reported }: GivenMemory, { client }: UseConversation): boolean {
  if (subject === client) return true;
  return subject === OWNER_SUBJECT && (reported === client || reported === `${client}-mcp-client`);
}

function isOfProject({ project }: GivenMemory, conversation: UseConversation): boolean {
  return project !== null && conversation.project !== null && projectKey(project) === projectKey(conversation.project);
}

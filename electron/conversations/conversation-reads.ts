import type { Caller } from "../core/caller.ts";
import { assertGranted, seesProject } from "../core/conversation-rights.ts";
import {
  type ConversationFilterInput,
  type ConversationListInput,
  type ConversationPart,
  type ConversationReadInput,
  type ConversationSearchInput,
  type ConversationSearchResult,
  type ConversationSession,
  type ConversationSettings,
  conversationAddress,
  readConversationReference,
} from "../core/conversations.ts";
import { ANY } from "../core/domain.ts";
import type { Embedder } from "../core/embedder.ts";
import type { MemoryFilter, Page } from "../core/filter.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock } from "../core/ports.ts";
import { piecesOf, tokensOfText } from "../core/text-analysis.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { functionWordsOf } from "../search/function-words.ts";
import { type QueryEmbedding, QueryEmbeddings } from "../search/query-embedding.ts";
import { parseQuery } from "../search/query-syntax.ts";
import { fluencyOf } from "../search/relevance.ts";
import { RecollectError } from "../text/errors.ts";
import type { SessionFilter } from "./conversation-queries.ts";
import { ignoredFilters, sessionFilter } from "./conversation-scope.ts";
import type { QueryMeaning } from "./conversation-search.ts";
import type { ConversationThread } from "./conversation-threads.ts";
import { readQuery, wordsOfTerms } from "./search-text.ts";

interface ReadOptions {
  readonly reader: ConversationThread;
  /** Creates or updates the database. */
  readonly open: () => Promise<void>;
  /** Whether the database does not exist, because nothing was ever stored. */
  readonly isEmpty: () => boolean;
  readonly settings: () => ConversationSettings;
  readonly memories: Pick<MemoryService, "list" | "spellingsOf">;
  readonly embedder: Embedder;
  readonly clock: Clock;
}

/** The longest wait of a search for the model. A loaded model needs some milliseconds. */
const QUERY_VECTOR_TIMEOUT_MS = 300;
/** The most conversations that are counted for a search of memories, and the longest wait of that search for them. */
const MAX_MENTIONED = 5;
const MENTION_TIMEOUT_MS = 50;
const MAX_LINKED_MEMORIES = 50;
const DEFAULT_LIST = 50;
const DEFAULT_HITS = 5;

/** Searches and reads conversations for callers, within their grants. */
export class ConversationReads {
  readonly #options: ReadOptions;
  readonly #queryVectors: QueryEmbeddings;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#queryVectors = new QueryEmbeddings(options.embedder);
  }

  async search(caller: Caller, input: ConversationSearchInput): Promise<ConversationSearchResult> {
    assertGranted(caller);
    const { reader, open, isEmpty, clock } = this.#options;
    const now = clock.now();
    const { terms, text, filter, notices } = parseQuery(input.query, now);
    const sessions = await this.#filterOf(caller, input, now, filter);
    const about = { words: [...wordsOfTerms(terms.any)], notices, ignoredFilters: ignoredFilters(filter) };
    if (isEmpty()) return { items: [], ...about };
    await open();
    const meaning = await this.#meaningOf(text);
    const limit = input.limit ?? DEFAULT_HITS;
    const items = await reader.call(
      "search",
      { ...readQuery({ terms, text }, now), filter: sessions, limit, meaning },
      now,
    );
    return { items, ...about };
  }

  /** Returns a line about the conversations that contain a query's words, or null if there are none for this caller. */
  async mention(caller: Caller, query: string): Promise<string | null> {
    const { reader, open, settings, clock } = this.#options;
    if (caller.grant.conversations !== true || settings().clients.length === 0) return null;
    const now = clock.now();
    const { filter, ...parsed } = parseQuery(query, now);
    if (parsed.terms.any.length === 0) return null;
    const scope = await this.#filterOf(caller, {}, now, filter);
    const search = { ...readQuery(parsed, now), filter: scope, limit: MAX_MENTIONED, isStrict: true };
    const found = open().then(() => reader.call("search", search, now));
    const hits = await withTimeout(
      found.catch(() => []),
      MENTION_TIMEOUT_MS,
      () => [],
    );
    return hits.length === 0 ? null : mentionText(hits.length, hits.length === MAX_MENTIONED);
  }

  async sessions(caller: Caller, input: ConversationListInput): Promise<Page<ConversationSession>> {
    assertGranted(caller);
    const { reader, open, isEmpty, clock } = this.#options;
    const filter = await this.#filterOf(caller, input, clock.now());
    if (isEmpty()) return { items: [] };
    await open();
    return await reader.call("list", filter, input.limit ?? DEFAULT_LIST, input.cursor ?? null);
  }

  async read(
    caller: Caller,
    { id, around, before = 10, after = 20 }: ConversationReadInput,
  ): Promise<ConversationPart> {
    assertGranted(caller);
    const { reader, open, isEmpty, memories } = this.#options;
    const reference = readConversationReference(id);
    const unknown = () => new RecollectError("conversation_unknown", { id: id.slice(0, 100) }, { field: "id" });
    if (reference === null || isEmpty()) throw unknown();
    await open();
    const number = around ?? reference.number ?? 1;
    const part = await reader.call("read", reference.id, { number, before, after });
    if (part === null || !seesProject(caller, part.session.project)) throw unknown();
    const source = conversationAddress(reference.id);
    const linked = await memories.list(caller, { source, domain: ANY, limit: MAX_LINKED_MEMORIES });
    return { ...part, memories: linked.items.map((memory) => memory.id) };
  }

  #filterOf(caller: Caller, input: ConversationFilterInput, now: number, query?: MemoryFilter): Promise<SessionFilter> {
    const { memories } = this.#options;
    return sessionFilter(caller, input, { now, query, spellings: (...given) => memories.spellingsOf(...given) });
  }

  /** Returns the query's vector, or null if the model needs more than {@link QUERY_VECTOR_TIMEOUT_MS}. */
  async #meaningOf(text: string): Promise<QueryMeaning | null> {
    const { embedder } = this.#options;
    // A model knows nothing of signs.
    if (piecesOf(text).length === 0 || embedder.status().state === "failed") return null;
    const { fingerprint } = embedder;
    const embedding = await withTimeout(this.#queryVectors.embed(text), QUERY_VECTOR_TIMEOUT_MS, () => null);
    return embedding === null || embedder.fingerprint !== fingerprint
      ? null
      : { vector: embedding.vector, fingerprint, isFluent: isFluent(text, embedding) };
  }
}

function isFluent(text: string, embedding: QueryEmbedding): boolean {
  const { areEnglish } = functionWordsOf(tokensOfText(text));
  return fluencyOf(embedding, { areEnglish, knownShare: 1, isInOtherLanguage: false }) > 0.5;
}

function mentionText(count: number, isMore: boolean): string {
  const number = isMore
    ? `${count} or more past conversations mention`
    : count === 1
      ? "1 past conversation mentions"
      : `${count} past conversations mention`;
  return `${number} this: search_conversations.`;
}

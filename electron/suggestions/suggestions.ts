import { setTimeout as pause } from "node:timers/promises";
import { type Caller, OWNER } from "../core/caller.ts";
import { assertGranted, seesProject } from "../core/conversation-rights.ts";
import { conversationAddress } from "../core/conversations.ts";
import { ANY, USER_DOMAIN } from "../core/domain.ts";
import type { Events } from "../core/events.ts";
import type { Page } from "../core/filter.ts";
import type { InboxState } from "../core/inbox.ts";
import type { Memory, UpdateInput } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Logger } from "../core/ports.ts";
import {
  contentOf,
  type HeldSuggestion,
  type RewrittenSuggestion,
  type Suggestion,
  type SuggestionCounts,
  type SuggestionExclusion,
  type SuggestionLearning,
  type SuggestionService,
  type SuggestionState,
  type SuggestionStore,
} from "../core/suggestions.ts";
import { RecollectError } from "../text/errors.ts";
import { adjustmentOf, countDecisions } from "./model.ts";
import { saysTheSame, wordsOfText } from "./similar-text.ts";

export interface SuggestionSettings {
  readonly suggestions: boolean;
  readonly unsuggestedProjects: readonly string[];
  readonly unsuggestedClients: readonly string[];
}

interface SuggestionsOptions {
  readonly store: SuggestionStore;
  readonly memories: Pick<MemoryService, "capture" | "delete" | "search" | "inbox">;
  readonly settings: { get(): SuggestionSettings; set(settings: SuggestionSettings): void };
  readonly events: Pick<Events, "emit">;
  readonly logger: Logger;
}

/** The part of the time in which the thread of conversations can do other work. */
const REST_SHARE = 0.5;
/** A little longer than a conversation needs to count as quiet. */
const QUIET_AGAIN_MS = 11 * 60_000;
/** Held suggestions that are compared with memories in one step. */
const STEP_HELD = 20;
/** Memories that a search compares with a suggestion. */
const COMPARED_MEMORIES = 5;
/** The words of a suggestion with which similar memories are searched. */
const MAX_QUERY_UNITS = 300;
/** Suggestions among which those that a client may see are chosen. */
const MAX_VISIBLE = 500;
const PROPOSALS_PAGE = 200;
const MAX_PROPOSALS = 1_000;

/** Finds passages of conversations that may be worth a memory, and carries out what the owner decides about them. */
export class Suggestions implements SuggestionService {
  readonly #options: SuggestionsOptions;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SuggestionsOptions) {
    this.#options = options;
  }

  /** Call it when conversations were read: looks through the quiet ones, and once more when these are quiet. */
  conversationsRead(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.run(), QUIET_AGAIN_MS).unref();
    this.run();
  }

  /** Looks through the conversations that became quiet; a running search continues with them. */
  run(): void {
    if (!this.#isActive()) return;
    this.#isWanted = true;
    this.#running ??= this.#runWanted()
      .catch((error: unknown) => this.#options.logger.warn("Suggestions could not be found.", { error: String(error) }))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Waits until no search runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async list(state: SuggestionState, limit: number, cursor?: string): Promise<Page<Suggestion>> {
    return await this.#options.store.list(state, limit, cursor ?? null);
  }

  async counts(): Promise<SuggestionCounts> {
    return await this.#options.store.counts();
  }

  async keep(id: string, changes: UpdateInput = {}): Promise<Memory> {
    const { store, memories } = this.#options;
    const suggestion = await store.waiting(id);
    const { namespace, project, conversation, message } = suggestion;
    const { expectedRevision: _, ...given } = changes;
    const proposed = {
      content: contentOf(suggestion),
      namespace,
      domain: project ?? USER_DOMAIN,
      source: `${conversationAddress(conversation)}#${message}`,
    };
    const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const { memory } = await memories.capture(OWNER, { ...proposed, ...chosen });
    await store.decide(id, memory.id);
    this.#changed();
    return memory;
  }

  async reject(id: string): Promise<Suggestion> {
    const suggestion = await this.#options.store.decide(id, null);
    this.#changed();
    return suggestion;
  }

  async reopen(id: string): Promise<Suggestion> {
    const { store, memories, logger } = this.#options;
    const { suggestion, memory } = await store.reopen(id);
    if (memory !== null) {
      // It may be in the trash already.
      await memories
        .delete(OWNER, memory)
        .catch((error: unknown) => logger.info("A kept suggestion had no memory.", { error: String(error) }));
    }
    this.#changed();
    return suggestion;
  }

  async visible(caller: Caller, limit: number): Promise<readonly Suggestion[]> {
    assertGranted(caller);
    const { items } = await this.#options.store.list("waiting", MAX_VISIBLE, null);
    return items.filter(({ project }) => seesProject(caller, project)).slice(0, limit);
  }

  async propose(caller: Caller, id: string, rewritten: RewrittenSuggestion): Promise<string> {
    assertGranted(caller);
    const { store, memories } = this.#options;
    const { namespace, project, conversation, message } = await store.waiting(id);
    if (!seesProject(caller, project)) {
      throw new RecollectError("suggestion_unknown", { id: id.slice(0, 100) }, { field: "id" });
    }
    // A client that may write proposes too: the owner asked for a review.
    const { grant } = caller;
    const proposer = grant.access === "write" ? { ...caller, grant: { ...grant, access: "propose" as const } } : caller;
    const { memory } = await memories.capture(proposer, {
      content: rewritten.content,
      namespace: rewritten.namespace ?? namespace,
      domain: project ?? USER_DOMAIN,
      source: `${conversationAddress(conversation)}#${message}`,
      ...(rewritten.tags === undefined ? {} : { tags: rewritten.tags }),
    });
    await store.rewrite(id);
    this.#changed();
    return memory.id;
  }

  async exclude(id: string, what: SuggestionExclusion): Promise<number> {
    const { store, settings } = this.#options;
    const { project, client } = await store.waiting(id);
    const current = settings.get();
    const add = (names: readonly string[], name: string) => [...new Set([...names, name])];
    if (what === "client" || project === null) {
      settings.set({ ...current, unsuggestedClients: add(current.unsuggestedClients, client) });
      return await this.#removed(store.remove({ client }));
    }
    settings.set({ ...current, unsuggestedProjects: add(current.unsuggestedProjects, project) });
    return await this.#removed(store.remove({ project }));
  }

  async learning(): Promise<SuggestionLearning> {
    return countDecisions(await this.#options.store.decisions());
  }

  async resetLearning(): Promise<SuggestionLearning> {
    await this.#options.store.forgetDecisions();
    this.#changed();
    return await this.learning();
  }

  async #removed(removal: Promise<number>): Promise<number> {
    const count = await removal;
    this.#changed();
    return count;
  }

  async #runWanted(): Promise<void> {
    while (this.#isWanted && this.#isActive()) {
      this.#isWanted = false;
      await this.#find();
      await this.#show();
    }
  }

  #isActive(): boolean {
    return !this.#closed && this.#options.settings.get().suggestions;
  }

  async #find(): Promise<void> {
    const { store, settings } = this.#options;
    const adjustment = adjustmentOf(await store.decisions());
    while (this.#isActive()) {
      const { unsuggestedProjects, unsuggestedClients } = settings.get();
      const start = performance.now();
      const limits = { adjustment, excludedProjects: unsuggestedProjects, excludedClients: unsuggestedClients };
      if (!(await store.find(limits))) return;
      await pause(((performance.now() - start) * REST_SHARE) / (1 - REST_SHARE), undefined, { ref: false });
    }
  }

  /** Shows held suggestions that no memory and no proposal says. */
  async #show(): Promise<void> {
    const { store } = this.#options;
    let held = await store.held(STEP_HELD);
    if (held.length === 0) return;
    const proposals = [...(await this.#proposals("waiting")), ...(await this.#proposals("rejected"))];
    while (held.length > 0 && this.#isActive()) {
      for (const suggestion of held) {
        const words = wordsOfText(suggestion.text);
        const isKnown =
          proposals.some((other) => saysTheSame(words, other)) || (await this.#isRemembered(suggestion, words));
        await store.release(suggestion.id, isKnown);
      }
      this.#changed();
      held = await store.held(STEP_HELD);
    }
  }

  async #proposals(state: InboxState): Promise<ReadonlySet<string>[]> {
    const { inbox } = this.#options.memories;
    const words: ReadonlySet<string>[] = [];
    let cursor: string | undefined;
    do {
      const page = await inbox.list(OWNER, state, PROPOSALS_PAGE, cursor);
      words.push(...page.items.map(({ memory }) => wordsOfText(memory.content)));
      cursor = page.nextCursor;
    } while (cursor !== undefined && words.length < MAX_PROPOSALS);
    return words;
  }

  async #isRemembered({ text }: HeldSuggestion, words: ReadonlySet<string>): Promise<boolean> {
    const { items } = await this.#options.memories.search(OWNER, {
      query: text.slice(0, MAX_QUERY_UNITS).toWellFormed(),
      isPrompt: true,
      domain: ANY,
      limit: COMPARED_MEMORIES,
      minScore: 0,
    });
    return items.some(({ memory }) => saysTheSame(words, wordsOfText(memory.content)));
  }

  #changed(): void {
    this.#options.events.emit("suggestions.changed", null);
  }
}

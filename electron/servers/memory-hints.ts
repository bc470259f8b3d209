import { LRUCache } from "lru-cache";
import type { Caller } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import type { MemoryChange } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Logger } from "../core/ports.ts";
import type { SearchHit } from "../core/search.ts";
import { estimateTokens } from "../core/token-estimate.ts";
import { composeServerHint, type Injection } from "../mcp/hooks/compose-injection.ts";
import { idsIn } from "../mcp/tools/memory-forms.ts";
import type { ServerRecord } from "./server-file.ts";

/** The maximum tokens of a hint by `estimateTokens`, including the line that separates it from the server's text. */
export const MAX_HINT_TOKENS = 200;
/** Separates a hint in a description from the text that the owner approved. */
export const END_OF_HINT = "The server's own description:";

/** How many memories are read for a hint; the budget decides how many are shown. */
const MAX_RESULTS = 5;
/** Nobody asked for a hint, so a memory must be more likely relevant than not. */
const MIN_SCORE = 0.5;
/** Tool names in the search query: with more words, each counts little. */
const MAX_SEARCHED_TOOLS = 20;
/** Words in server names that do not name a subject. */
const GENERIC_WORDS = /^(?:mcp|servers?|examples?|official|stdio|http|v?\d+)$/i;

/** Clients and projects that read a list of tools: enough for a few weeks. */
const MAX_READERS = 500;
/** Changes within this time are checked together. */
const COALESCE_MS = 100;

const NOTHING: Injection = { text: null, memories: [] };

export type HintMemories = Pick<MemoryService, "search" | "shortIds">;

interface HintOptions {
  readonly memories: HintMemories;
  readonly logger: Logger;
  /** Returns null for a removed server. */
  find(id: string): ServerRecord | null;
  /** Called when the hint in a client's list is out of date. */
  onOutdated(server: string, reader: Caller): void;
}

/** A list of tools that a client has read, with the hint in it. */
interface Reading {
  readonly server: string;
  readonly reader: Caller;
  readonly hint: Injection;
}

/**
 * The memories about servers, for the clients that use them: memories of the caller's project and of the user, within
 * the caller's grant.
 */
export class MemoryHints {
  readonly #options: HintOptions;
  readonly #readings = new LRUCache<string, Reading>({ max: MAX_READERS });
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: HintOptions) {
    this.#options = options;
  }

  /**
   * Returns the hint for a client, or null if hints are switched off or no memory is relevant.
   * @param isListed whether the hint becomes part of the client's list, so that the client is notified of changes
   */
  async of(server: string, reader: Caller, isListed: boolean): Promise<string | null> {
    const hint = await this.#compose(server, reader);
    const key = JSON.stringify([server, reader.subject, reader.project]);
    if (isListed) this.#readings.set(key, { server, reader, hint });
    return hint.text;
  }

  /**
   * Notifies the clients whose lists contain one of these memories, if the hint changed. A new memory appears in the
   * next list that a client reads: a changed list would invalidate the model's prompt cache.
   */
  noteMemories(changes: readonly MemoryChange[]): void {
    for (const { id } of changes) this.#changed.add(id);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const changed = new Set(this.#changed);
      this.#changed.clear();
      this.#recheck(({ hint }) => hint.memories.some((id) => changed.has(id)));
    }, COALESCE_MS).unref();
  }

  /** Notifies the clients whose hint changed, because the owner switched a server's hints. */
  recheck(server: string): void {
    this.#recheck((reading) => reading.server === server);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#readings.clear();
  }

  #recheck(isConcerned: (reading: Reading) => boolean): void {
    for (const reading of [...this.#readings.values()].filter(isConcerned).toReversed()) {
      const { server, reader, hint } = reading;
      void this.of(server, reader, true).then((text) => {
        if (text !== hint.text) this.#options.onOutdated(server, reader);
      });
    }
  }

  async #compose(id: string, caller: Caller): Promise<Injection> {
    const { memories, logger, find } = this.#options;
    const record = find(id);
    if (record?.memoryHints !== true) return NOTHING;
    try {
      const found = await Promise.all(queriesFor(record).map((query) => this.#search(caller, query)));
      const hits = bestOf(found.flat());
      if (hits.length === 0) return NOTHING;
      const short = await memories.shortIds(caller, idsIn(hits.map(({ memory }) => memory)));
      const injectable = hits.map(({ memory, matched }) => ({ memory, short, passage: matched.excerpt }));
      return composeServerHint(record.name, injectable, MAX_HINT_TOKENS - estimateTokens(`\n${END_OF_HINT}\n`));
    } catch (error) {
      logger.warn("Memories about a server could not be read", { error });
      return NOTHING;
    }
  }

  async #search(caller: Caller, query: string): Promise<readonly SearchHit[]> {
    const { items } = await this.#options.memories.search(caller, {
      query,
      // This is not a recall, and the query contains no filters.
      isPrompt: true,
      // The same text before and after the model is loaded.
      mode: "text",
      limit: MAX_RESULTS,
      // Without a project, a search would cover every project.
      ...(caller.project === null ? { domain: USER_DOMAIN } : {}),
    });
    return items.filter(({ score }) => score >= MIN_SCORE);
  }
}

/** The server's names, and the names of its tools. */
function queriesFor({ name, identity, approved }: ServerRecord): readonly string[] {
  const words = `${name} ${identity?.name ?? ""}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  const names = [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !GENERIC_WORDS.test(word));
  const tools = approved.filter(({ enabled }) => enabled).map(({ definition }) => definition.name);
  return [names, tools.slice(0, MAX_SEARCHED_TOOLS)].map((list) => list.join(" ")).filter((query) => query !== "");
}

/** Each memory once, the most relevant first. */
function bestOf(hits: readonly SearchHit[]): readonly SearchHit[] {
  const best = new Map<string, SearchHit>();
  for (const hit of hits) {
    if (hit.score > (best.get(hit.memory.id)?.score ?? -1)) best.set(hit.memory.id, hit);
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SearchMode, SearchNotice } from "../core/search.ts";
import type { EngineRequest } from "../core/search-engine.ts";
import { RecollectError } from "../text/errors.ts";
import type { OrderedCandidate } from "./candidate-ranker.ts";

/** A complete ranking; pages are cut from it. */
export interface Ranking {
  readonly ranked: readonly OrderedCandidate[];
  /** The lowest estimate of a result. */
  readonly lowest: number;
  /** The number of candidates below the floor. */
  readonly lessLikely: number;
  readonly mode: SearchMode;
  readonly notices: readonly SearchNotice[];
}

/** A ranking that is kept under a key. */
export type KeptRanking = Ranking & { readonly key: string };

/** The start of a page. */
export interface PagePosition {
  /** The ranking that the page continues; null for a first page, or if the ranking was dropped. */
  readonly ranking: KeptRanking | null;
  readonly offset: number;
}

const MAX_RANKINGS = 64;
const CURSOR = /^([0-9a-f-]{36})\.([0-9a-f]{16})\.(\d{1,6})$/;

/**
 * Keeps recent rankings, so that the pages of one search are consistent even if memories are written, recalled or
 * deleted in between. A cursor contains the key of its ranking, a hash of the search (it is refused for another one)
 * and the offset of the page.
 */
export class ResultPages {
  readonly #rankings = new LRUCache<string, KeptRanking>({ max: MAX_RANKINGS });

  keep(ranking: Ranking): KeptRanking {
    const kept = { ...ranking, key: randomUUID() };
    this.#rankings.set(kept.key, kept);
    return kept;
  }

  cursorFor({ key }: KeptRanking, request: EngineRequest, offset: number): string {
    return Buffer.from(`${key}.${hashOf(request)}.${offset}`).toString("base64url");
  }

  /** @throws invalid_argument (field `cursor`) for a cursor that is malformed or belongs to another search */
  positionOf(request: EngineRequest): PagePosition {
    if (request.cursor === null) return { ranking: null, offset: 0 };
    const parts = CURSOR.exec(Buffer.from(request.cursor, "base64url").toString("latin1"));
    if (parts === null) throw new RecollectError("search_cursor_invalid", {}, { field: "cursor" });
    if (parts[2] !== hashOf(request)) throw new RecollectError("search_cursor_foreign", {}, { field: "cursor" });
    return { ranking: this.#rankings.get(parts[1] ?? "") ?? null, offset: Number(parts[3]) };
  }
}

/** Hashes a search without its page size: a client may request larger pages later. */
function hashOf({ query, filter, mode, minScore }: EngineRequest): string {
  // `since` and `before` may be relative to now and so differ from page to page.
  const { since: _since, before: _before, ...scope } = filter;
  return createHash("sha256")
    .update(JSON.stringify([query.text, query.terms, scope, mode, minScore ?? null]))
    .digest("hex")
    .slice(0, 16);
}

import { createHash, randomUUID } from "node:crypto";
import { invalidArgument } from "../core/errors.ts";
import type { SearchMode } from "../core/search.ts";
import type { EngineRequest } from "../core/search-engine.ts";
import type { Candidate } from "./fuse-scores.ts";
import type { GentleSignals } from "./gentle-signals.ts";

/** A candidate in its final place, with its score 0 to 1. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly gentle: GentleSignals | null;
  readonly score: number;
}

/** A whole ranking; pages are cut from it. */
export interface RankedAnswer {
  readonly key: string;
  readonly ranked: readonly RankedCandidate[];
  readonly mode: SearchMode;
  readonly notices: readonly string[];
}

/** Where a page begins. */
export interface PagePosition {
  /** The ranking it continues; null where that is no longer kept and is to be made again. */
  readonly answer: RankedAnswer | null;
  readonly offset: number;
}

const MOST_KEPT = 64;
const CURSOR = /^([0-9a-f-]{36})\.([0-9a-f]{16})\.(\d{1,6})$/;

/**
 * Keeps the last rankings, so that the pages of one answer fit together whatever is written, used or forgotten between
 * them. A cursor names its ranking, its question (so that it answers no other) and where the page begins.
 */
export function createRankedAnswers() {
  const answers = new Map<string, RankedAnswer>();

  return {
    keep(answer: Omit<RankedAnswer, "key">): RankedAnswer {
      const kept = { ...answer, key: randomUUID() };
      answers.set(kept.key, kept);
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST_KEPT) break;
        answers.delete(oldest);
      }
      return kept;
    },
    cursorFor(answer: RankedAnswer, request: EngineRequest, offset: number): string {
      return Buffer.from(`${answer.key}.${fingerprintOf(request)}.${offset}`).toString("base64url");
    },
    /** @throws invalid_argument (field `cursor`) for a cursor that is not from here, or is another question's */
    positionOf(request: EngineRequest): PagePosition {
      if (request.cursor === null) return { answer: null, offset: 0 };
      const parts = CURSOR.exec(Buffer.from(request.cursor, "base64url").toString("latin1"));
      if (parts === null || parts[2] !== fingerprintOf(request)) {
        throw invalidArgument(
          "cursor",
          parts === null ? "cursor is not one this search gave." : "cursor belongs to another search.",
          "Repeat the search without cursor, and pass nextCursor on with the same query, filters and mode.",
        );
      }
      return { answer: answers.get(parts[1] ?? "") ?? null, offset: Number(parts[3]) };
    },
  };
}

/** The question without its page size: a client may ask for larger pages as it goes on. */
function fingerprintOf({ query, filter, mode }: EngineRequest): string {
  // `since` may be a span back from now, and so differ from page to page.
  const { since: _since, before: _before, ...scope } = filter;
  return createHash("sha256")
    .update(JSON.stringify([query.text, query.terms, scope, mode]))
    .digest("hex")
    .slice(0, 16);
}

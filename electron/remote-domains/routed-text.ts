import type { MemoryFilter } from "../core/filter.ts";
import type { MemoryScope, MemoryStore, TextIndex } from "../core/ports.ts";
import type { TextHit, TextQuery } from "../core/search.ts";
import { lexemesOf, type Stem } from "./lexemes.ts";
import type { Routes } from "./routes.ts";
import { scoredTerms, scoreTexts, type TextCandidate } from "./score-texts.ts";
import type { FoundTexts } from "./text-search.ts";

interface RoutedTextParts {
  readonly text: TextIndex;
  readonly memories: MemoryStore;
  readonly routes: Routes;
  readonly stem: Stem;
}

/**
 * The full-text index of this machine and of remote domains. If a remote domain contributes, the
 * best candidates of every place are ranked again by one BM25 with the statistics of all places.
 */
export function createRoutedText({ text, memories, routes, stem }: RoutedTextParts): TextIndex {
  async function searchAll(
    query: TextQuery,
    filter: MemoryFilter,
    limit: number,
    scope: MemoryScope | null,
  ): Promise<TextHit[]> {
    const remotes = routes.within(filter, scope);
    if (remotes.length === 0) return text.search(query, filter, limit, scope);
    const [local, ...answers] = await Promise.all([
      text.search(query, filter, limit, scope),
      ...remotes.map((remote) =>
        remote.tryRead(async (run) => {
          const found = await remote.text.search(run, query, filter, scope);
          remote.note(found.rankingFacts);
          routes.note(remote, found.rankingFacts.keys());
          return found;
        }, null),
      ),
    ]);
    const found = answers.filter((answer) => answer !== null);
    if (found.length === 0) return local;
    const candidates = await readCandidates(local);
    const statistics = await statisticsOf(query, candidates, found, scope);
    const all = [...candidates, ...found.flatMap((each) => each.candidates)];
    return scoreTexts(all, query, statistics, stem).slice(0, limit);
  }

  async function readCandidates(hits: readonly TextHit[]): Promise<TextCandidate[]> {
    const read = await memories.getMany(hits.map(({ id }) => id));
    return read.map((memory) => ({ id: memory.id, columns: lexemesOf(memory, stem) }));
  }

  async function statisticsOf(
    query: TextQuery,
    local: readonly TextCandidate[],
    found: readonly FoundTexts[],
    scope: MemoryScope | null,
  ) {
    const terms = scoredTerms(query);
    const words = terms.flatMap((term) => (term.kind === "word" ? [term.token] : []));
    const [rows, averageLength, known] = await Promise.all([
      text.size(scope),
      text.averageLength(scope),
      text.documentFrequencies(words, scope),
    ]);
    // The local index counts words only. A phrase is in few memories, which are among its best hits.
    const rank = { rows: 1, averageLength: 1 };
    const frequencies = terms.map((term, index) => {
      const here =
        term.kind === "word"
          ? (known.get(term.token) ?? 0)
          : scoreTexts(local, { any: [term], all: [] }, { ...rank, frequencies: [0] }, stem).length;
      return found.reduce((sum, each) => sum + (each.frequencies[index] ?? 0), here);
    });
    const places = [{ rows, averageLength }, ...found.map(({ totals }) => totals)];
    const size = places.reduce((sum, place) => sum + place.rows, 0);
    const length = places.reduce((sum, place) => sum + place.rows * place.averageLength, 0);
    return { rows: size, averageLength: length / Math.max(1, size), frequencies };
  }

  return {
    search: (query, filter, limit, scope = null) => searchAll(query, filter, limit, scope),
    async documentFrequencies(tokens, scope = null, filter = {}) {
      const remotes = routes.within(filter, scope);
      const [local, ...counted] = await Promise.all([
        text.documentFrequencies(tokens, scope),
        ...remotes.map((remote) =>
          remote.tryRead((run) => remote.text.documentFrequencies(run, tokens, scope), new Map<string, number>()),
        ),
      ]);
      if (counted.length === 0) return local;
      const sum = (token: string) => counted.reduce((total, counts) => total + (counts.get(token) ?? 0), 0);
      return new Map(tokens.map((token) => [token, (local.get(token) ?? 0) + sum(token)]));
    },
    async size(scope = null, filter = {}) {
      const remotes = routes.within(filter, scope);
      const sizes = await Promise.all([
        text.size(scope),
        ...remotes.map((remote) => remote.tryRead(async (run) => (await remote.text.totals(run, scope)).rows, 0)),
      ]);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    averageLength: (scope) => text.averageLength(scope),
    isOutdated: () => text.isOutdated(),
    rebuild: (onProgress, signal) => text.rebuild(onProgress, signal),
  };
}

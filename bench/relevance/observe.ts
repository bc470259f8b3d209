import { parseFilter } from "../../electron/core/filter.ts";
import type { SearchMode } from "../../electron/core/search.ts";
import type { OrderedCandidate } from "../../electron/search/candidate-ranker.ts";
import type { RerankedQuery } from "../../electron/search/reranking.ts";
import type { DataSet, SetQuestion } from "../retrieval/data-sets/data-set.ts";
import type { Product } from "../retrieval/open-product.ts";

/** A question as the search saw it: its candidates in their order, with everything that ranks them. */
export interface ObservedQuestion {
  readonly set: string;
  readonly question: SetQuestion;
  /** Whether it was put to memories that do not answer it. */
  readonly isElsewhere: boolean;
  /** The ids of the relevant memories; none for a question without an answer. */
  readonly gold: ReadonlySet<string>;
  readonly reranked: RerankedQuery | null;
  readonly ordered: readonly OrderedCandidate[];
}

/** Asks every question of a set, and again in the memories of another conversation, and records the candidates. */
export async function observeQuestions(
  set: DataSet,
  product: Product,
  ids: readonly string[],
  mode: SearchMode,
): Promise<ObservedQuestion[]> {
  let ordered: readonly OrderedCandidate[] = [];
  let reranked: RerankedQuery | null = null;
  const engine = product.observed((query, found) => {
    [reranked, ordered] = [query, found];
  });
  const observed: ObservedQuestion[] = [];
  for (const question of set.questions) {
    if (question.isMisleading) continue;
    const { text, at, gold, domain, otherDomain, isPrompt = false } = question;
    const ask = async (asked: string | readonly string[], isElsewhere: boolean) => {
      product.clock.set(at);
      ordered = [];
      const query = isPrompt ? engine.parseText(text) : engine.parse(text);
      await engine.search({ query, filter: parseFilter({ domain: asked }, at), mode, limit: 1, cursor: null });
      const right = new Set(isElsewhere ? [] : gold.flatMap((position) => ids[position] ?? []));
      observed.push({ set: set.name, question, isElsewhere, gold: right, reranked, ordered });
    };
    await ask(domain, false);
    if (otherDomain !== undefined) await ask(otherDomain, true);
  }
  return observed;
}

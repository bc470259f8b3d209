import { ConversationQueries } from "../../electron/conversations/conversation-queries.ts";
import type { ConversationRanking } from "../../electron/conversations/conversation-ranking.ts";
import { WordSearch } from "../../electron/conversations/conversation-search.ts";
import { readQuery } from "../../electron/conversations/search-text.ts";
import { QueryEmbeddings } from "../../electron/search/query-embedding.ts";
import { parseQuery } from "../../electron/search/query-syntax.ts";
import type { DataSet } from "./data-sets/data-set.ts";
import { type Measures, measureRanking } from "./metrics.ts";
import { type StoredConversations, sessionsOf } from "./open-conversations.ts";

/** What a question found among conversations. */
export interface ConversationAnswer extends Measures {
  readonly rows: number;
  /** The rows that it gets from other conversations, which do not answer it; null if there are none. */
  readonly otherRows: number | null;
}

/** As many as the measures need. */
const DEPTH = 25;

/** The data set with a session in place of its messages: a question's answers are the sessions of its relevant messages. */
export function toConversations(set: DataSet): DataSet {
  const sessions = sessionsOf(set.memories);
  const positions = new Map([...sessions.keys()].map((id, position) => [id, position]));
  return {
    ...set,
    name: `${set.name} as conversations`,
    memories: [...sessions.values()].flatMap(([first]) => first ?? []),
    questions: set.questions.map((question) => ({
      ...question,
      gold: [...new Set(question.gold.map((index) => positions.get(set.memories[index]?.sessionId ?? "") ?? -1))],
    })),
  };
}

/** Searches for every question in the conversations of its project, and measures the rankings of conversations. */
export async function askConversations(
  { database, embedder }: StoredConversations,
  { memories, questions }: DataSet,
  mode: "words" | "meaning" | "both",
  ranking: ConversationRanking,
): Promise<ConversationAnswer[]> {
  const search = new WordSearch(database, new ConversationQueries(database), ranking);
  const vectors = new QueryEmbeddings(embedder);
  const positions = new Map(memories.map(({ sessionId }, position) => [sessionId, position]));
  const { fingerprint } = embedder;
  const answers: ConversationAnswer[] = [];
  for (const { text: query, domain, otherDomain, at, gold } of questions) {
    const { terms, text } = parseQuery(query, at);
    const embedding = mode === "words" ? null : await vectors.embed(text);
    const meaning = embedding === null ? null : { vector: embedding.vector, fingerprint, isFluent: true };
    const { any, all, periods } = readQuery({ terms, text }, at);
    const ask = (projects: readonly string[]) => {
      const filter = { projects, client: null, since: null, before: null };
      return search.search({ any: mode === "meaning" ? [] : any, all, filter, limit: DEPTH, meaning, periods }, at);
    };
    const found = ask([domain].flat());
    const ranking = found.map(({ session }) => positions.get(session.clientSession) ?? -1);
    const otherRows = otherDomain === undefined ? null : ask([otherDomain]).length;
    answers.push({ ...measureRanking(ranking, gold), rows: found.length, otherRows });
  }
  return answers;
}

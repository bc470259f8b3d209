/**
 * `npm run bench retrieval -- [--data <file or folder> …] [--part checking] [--keep <folder>] [--conversations]`: recall, MRR and nDCG of
 * text, vector and hybrid search through the product's service with its default settings, with 95 % intervals, and
 * what the relevance floor keeps, as Markdown. Reads LoCoMo (`locomo*.json`), DevBench (`devbench_dataset.json`),
 * folders of CoSQA, REALTALK (`data`), BEAM (`chats/100K`) and XQuAD, and for languages other than English the messages
 * in `lib/<language>` of the npm package typescript 5.9; these data are not part of this repository. Always reads the
 * store in `retrieval/stores`. `--part checking` asks the questions that were not used to choose any value. `--keep`
 * stores the embedded memories for the next run. The sessions of LoCoMo and REALTALK are also measured as conversations,
 * with `--conversations` only they are.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_CONVERSATION_RANKING } from "../electron/conversations/conversation-ranking.ts";
import { DEFAULT_SEARCH_SETTINGS } from "../electron/search/settings.ts";
import { buildModel } from "../scripts/build-model.ts";
import { askConversations, type ConversationAnswer, toConversations } from "./retrieval/ask-conversations.ts";
import { type Answer, askQuestions, askWithoutAnswer } from "./retrieval/ask-questions.ts";
import { type DataSet, PARTS } from "./retrieval/data-sets/data-set.ts";
import { readDataSets, readOwnStores } from "./retrieval/data-sets/read.ts";
import { withConversations } from "./retrieval/open-conversations.ts";
import { withDataSet } from "./retrieval/open-data-set.ts";
import { formatConversations, formatFloor, formatGain, formatReport } from "./retrieval/report.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true },
    part: { type: "string" },
    keep: { type: "string" },
    conversations: { type: "boolean" },
  },
});
const part = PARTS.find((name) => name === (values.part ?? "development"));
if (part === undefined) {
  console.error(`--part is one of ${PARTS.join(", ")}.`);
  process.exit(2);
}
/** Without a floor: every candidate is a result. */
const NO_FLOOR = { words: 0, wordsOnly: 0, similarity: -1, together: 0, deviations: Number.NEGATIVE_INFINITY };
await buildModel();
for (const set of values.conversations === true ? [] : readOwnStores(part)) await measure(set);
for (const path of values.data ?? []) {
  for (const set of readDataSets(resolve(path), part)) {
    if (values.conversations !== true) await measure(set);
    if (set.isDialogue) await measureConversations(set);
  }
}

function measureConversations(set: DataSet): Promise<void> {
  return withConversations(set, values.keep, async (stored) => {
    const conversations = toConversations(set);
    const measured = new Map<string, ConversationAnswer[]>();
    for (const mode of ["words", "meaning", "both"] as const) {
      const withFloor = await askConversations(stored, conversations, mode, DEFAULT_CONVERSATION_RANKING);
      const ranking = { ...DEFAULT_CONVERSATION_RANKING, floor: NO_FLOOR, evidence: NO_FLOOR };
      measured.set(mode, withFloor);
      measured.set(`${mode}, no floor`, await askConversations(stored, conversations, mode, ranking));
    }
    const lines = [...measured].map(([mode, answers]) => `- ${mode}: ${formatConversations(answers)}`);
    console.log(`\n${formatReport(conversations, measured, "conversations")}\n\n${lines.join("\n")}`);
  });
}

function measure(set: DataSet): Promise<void> {
  return withDataSet(set, values.keep, async (product, ids) => {
    const { clock, service } = product;
    const bare = product.withSettings({
      ...DEFAULT_SEARCH_SETTINGS,
      context: { ...DEFAULT_SEARCH_SETTINGS.context, shares: { later: 0, earlier: 0 } },
      boosts: { ...DEFAULT_SEARCH_SETTINGS.boosts, recency: 0, use: 0, pinned: 0 },
    });
    const text = await askQuestions(service, set, ids, "text", clock);
    const hybrid = await askQuestions(service, set, ids, "hybrid", clock);
    const measured = new Map<string, (Answer | null)[]>([
      ["BM25 only", await askQuestions(bare, set, ids, "text", clock)],
      ["text", text],
      ["vector", await askQuestions(service, set, ids, "vector", clock)],
      ["hybrid", hybrid],
    ]);
    const floor = formatFloor(hybrid, await askWithoutAnswer(service, set, clock));
    console.log(`\n${formatReport(set, measured)}\n\n${formatGain("Hybrid over text", hybrid, text)}\n${floor}`);
  });
}

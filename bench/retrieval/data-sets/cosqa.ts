import { z } from "zod";
import { type DataSet, MINUTE, START } from "./data-set.ts";

const COSQA_FUNCTIONS = z.record(z.string(), z.number().int());
const COSQA_QUESTIONS = z.array(z.object({ doc: z.string(), retrieval_idx: z.number().int() }));

/**
 * CoSQA (Huang et al. 2021, arXiv 2105.13239): web search queries, each answered by one Python function. The halves are
 * the questions of even and of odd number.
 *
 * @param functions `code_idx_map.txt`: the number of each function by its code
 * @param questions `cosqa-retrieval-dev-500.json`
 */
export function readCosqa(functions: unknown, questions: unknown): DataSet {
  const numbered = Object.entries(COSQA_FUNCTIONS.parse(functions)).sort(([, one], [, other]) => one - other);
  const positions = new Map(numbered.map(([, number], position) => [number, position]));
  const end = START + numbered.length * MINUTE;
  return {
    name: "CoSQA",
    memories: numbered.map(([code], position) => ({
      content: code,
      domain: "cosqa",
      tags: [],
      sessionId: null,
      at: START + position * MINUTE,
    })),
    questions: COSQA_QUESTIONS.parse(questions).map(({ doc, retrieval_idx }, index) => {
      const position = positions.get(retrieval_idx);
      if (position === undefined) throw new Error(`There is no function ${retrieval_idx}.`);
      return {
        text: doc,
        domain: "cosqa",
        at: end,
        gold: [position],
        groups: ["all", index % 2 === 0 ? "even half" : "odd half"],
      };
    }),
    groups: ["all", "even half", "odd half"],
  };
}

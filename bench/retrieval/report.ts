import type { ConversationAnswer } from "./ask-conversations.ts";
import type { Answer } from "./ask-questions.ts";
import type { DataSet } from "./data-sets/data-set.ts";
import { estimateMean, MEASURES, type Measures } from "./metrics.ts";

/** Formats a table with a row per group of questions and mode; percent, with 95 % intervals. */
export function formatReport(
  set: DataSet,
  measured: ReadonlyMap<string, readonly (Measures | null)[]>,
  unit = "memories",
): string {
  const rows = set.groups.flatMap((group) => {
    const indices = set.questions.flatMap(({ groups }, index) => (groups.includes(group) ? [index] : []));
    if (indices.length === 0) return [];
    return [...measured].map(([mode, measures]) => {
      const cells = MEASURES.map((measure) => {
        const { mean, low, high } = estimateMean(indices.map((index) => measures[index]?.[measure] ?? 0));
        return `${percent(mean)} (${percent(low)}–${percent(high)})`;
      });
      return `| ${group} | ${indices.length} | ${mode} | ${cells.join(" | ")} |`;
    });
  });
  return [
    `## ${set.name}: ${set.memories.length} ${unit}, ${set.questions.length} questions`,
    "",
    "| questions | n | mode | R@5 | R@10 | R@25 | MRR | nDCG@10 |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Formats how often ten rows have a right conversation, the first is right, and there is none. */
export function formatConversations(answers: readonly ConversationAnswer[]): string {
  const share = (has: (answer: ConversationAnswer) => boolean, of = answers) =>
    percent(of.filter(has).length / Math.max(1, of.length));
  const others = answers.filter(({ otherRows }) => otherRows !== null);
  return [
    `A right conversation is among ten for ${share(({ reciprocalRank }) => reciprocalRank >= 0.1)} %, the first for ${share(({ reciprocalRank }) => reciprocalRank === 1)} %.`,
    `No result: ${share(({ rows }) => rows === 0)} % of ${answers.length} questions; ${share(({ otherRows }) => otherRows === 0, others)} % of ${others.length} put to other conversations.`,
  ].join(" ");
}

/** Formats the gain of a mode over another per question with its 95 % interval (paired bootstrap), in points. */
export function formatGain(
  name: string,
  ours: readonly (Measures | null)[],
  theirs: readonly (Measures | null)[],
): string {
  const gains = MEASURES.map((measure) => {
    const { mean, low, high } = estimateMean(
      ours.flatMap((one, index) => (one === null ? [] : [one[measure] - (theirs[index]?.[measure] ?? 0)])),
    );
    return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
  });
  return `${name}, paired: R@5 ${gains[0]}, R@10 ${gains[1]}, R@25 ${gains[2]}, MRR ${gains[3]}, nDCG@10 ${gains[4]}.`;
}

/** Formats what the relevance floor keeps of ten rows, and how often it leaves none. */
export function formatFloor(
  answers: readonly (Answer | null)[],
  withoutAnswer: readonly { readonly kind: string; readonly text: string; readonly rows: number }[],
): string {
  const answered = answers.filter((answer) => answer !== null);
  const sum = (of: (answer: Answer) => number) => answered.reduce((total, answer) => total + of(answer), 0);
  const relevant = sum((answer) => answer.relevant);
  const rows = sum((answer) => answer.rows);
  const kept = sum((answer) => answer.keptRelevant);
  const silent = (found: readonly { readonly rows: number }[]) =>
    percent(found.filter((one) => one.rows === 0).length / Math.max(1, found.length));
  const mean = (measure: (typeof MEASURES)[number]) =>
    percent(sum(({ withFloor }) => withFloor[measure]) / answered.length);
  const first = answered.filter(({ withFloor }) => withFloor.reciprocalRank === 1).length;
  const lines = [
    `With the floor R@5 ${mean("recall5")}, R@10 ${mean("recall10")}, MRR ${mean("reciprocalRank")}, nDCG@10 ${mean("gain10")}.`,
    `Of ten rows the floor keeps ${percent(kept / relevant)} % of the relevant with ${percent(rows / (10 * answered.length))} % of the rows (${(rows / answered.length).toFixed(1)} a question, ${percent(kept / Math.max(1, rows))} % of them relevant); the first is relevant for ${percent(first / answered.length)} %.`,
    `No result: ${silent(answered)} % of ${answered.length} questions with an answer`,
  ];
  for (const kind of new Set(withoutAnswer.map((one) => one.kind))) {
    const found = withoutAnswer.filter((one) => one.kind === kind);
    lines.push(
      `${silent(found)} % of ${found.length} ${kind === "unanswerable" ? "without" : "put to other memories"}`,
    );
  }
  return `${lines[0]} ${lines[1]} ${lines.slice(2).join("; ")}.`;
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${percent(Math.abs(value))}`;
}

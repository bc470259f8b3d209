import type { DataSet } from "./data-sets.ts";
import { estimateMean, MEASURES, type Measures } from "./metrics.ts";

/** Formats a table with a row per group of questions and mode; percent, with 95 % intervals. */
export function formatReport(set: DataSet, measured: ReadonlyMap<string, readonly Measures[]>): string {
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
    `## ${set.name}: ${set.memories.length} memories, ${set.questions.length} questions`,
    "",
    "| questions | n | mode | R@5 | R@10 | R@25 | MRR | nDCG@10 |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Formats the gain of a mode over another per question with its 95 % interval (paired bootstrap), in points. */
export function formatGain(name: string, ours: readonly Measures[], theirs: readonly Measures[]): string {
  const gains = MEASURES.map((measure) => {
    const { mean, low, high } = estimateMean(ours.map((one, index) => one[measure] - (theirs[index]?.[measure] ?? 0)));
    return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
  });
  return `${name}, paired: R@5 ${gains[0]}, R@10 ${gains[1]}, R@25 ${gains[2]}, MRR ${gains[3]}, nDCG@10 ${gains[4]}.`;
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${percent(Math.abs(value))}`;
}

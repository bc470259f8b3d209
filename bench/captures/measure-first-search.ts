import { waitForEndpoint } from "../../e2e/testing/data-folder.ts";
import { runHeadless } from "../../e2e/testing/programs.ts";
import { Connection } from "../http/connection.ts";
import type { GeneratedMemory } from "../http/contents.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { processorTimeOf } from "../support/processor-time.ts";
import { quantile } from "../support/statistics.ts";

const RUNS = 5;
const LIMIT = "500 ms";

/** Measures the first search after a start in each mode. Returns the cells of the rows. */
export async function measureFirstSearch(
  folder: string,
  memoryOf: (number: number) => GeneratedMemory,
  textOnly: boolean,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const mode of textOnly ? ["text"] : ["hybrid", "text"]) {
    const durations: number[] = [];
    const spent: number[] = [];
    const used = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const program = runHeadless(folder);
      const { url, token } = await waitForEndpoint(folder);
      const pid = program.process.pid ?? 0;
      const words = memoryOf(run)
        .content.replaceAll(/[^a-z ]/g, "")
        .split(" ");
      const query = words
        .filter((word) => word.length > 3)
        .slice(2, 8)
        .join(" ");
      const workload: Workload = {
        url: new URL(url),
        headers: { authorization: `Bearer ${token}` },
        revision: "2025",
        tool: "search_memories",
        // Only the complete result names the mode that was used.
        argumentsOf: () => ({ query, mode, domain: "_", detail: "everything" }),
      };
      const connection = new Connection(workload.url);
      const headers = await openSession(connection, workload);
      const before = processorTimeOf(pid);
      const started = performance.now();
      const body = await callOnce(connection, workload, headers, 1);
      durations.push(performance.now() - started);
      spent.push(processorTimeOf(pid) - before);
      used.add(/"mode":"(\w+)"/.exec(body)?.[1] ?? "?");
      connection.close();
      program.process.kill("SIGTERM");
      await program.exited;
    }
    const p50 = `${quantile(durations, 0.5).toFixed(0)} ms`;
    const longest = `${Math.max(...durations).toFixed(0)} ms`;
    const processor = `${quantile(spent, 0.5).toFixed(0)} ms`;
    rows.push([`first search, ${mode} (used: ${[...used].join(", ")})`, "–", p50, longest, processor, LIMIT]);
  }
  return rows;
}

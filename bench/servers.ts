/**
 * `npm run bench servers [-- overhead | clients | deaf | peers …]`: other MCP servers through Recollect. The overhead
 * over a direct call of the same server, in turns, on stdio and over HTTP, with Recollect's processor time; sixteen
 * clients that call eight servers concurrently, with the id and the text of each answer compared; a server that stops
 * reading, next to a working one; and the built application next to three other gateways from npm, with the same echo
 * servers. Recollect, the servers and the clients are separate processes. `peers` requires a build, and installs the
 * gateways into a temporary folder, or into RECOLLECT_GATEWAYS_DIR. Environment variables: ROUNDS, CALLS, MILLISECONDS,
 * CALL_TIMEOUT_MS.
 */
import { measureDeafServer } from "./servers/deaf-server.ts";
import { measureManyClients } from "./servers/many-clients.ts";
import { measureOverhead } from "./servers/overhead.ts";
import { measurePeers } from "./servers/peer-figures.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CALLS = Number(process.env.CALLS ?? 500);
/** Of all rounds. Rounds of two seconds measured how fast V8 optimises the code. */
const MILLISECONDS = Number(process.env.MILLISECONDS ?? 25_000);
const CALL_TIMEOUT_MS = Number(process.env.CALL_TIMEOUT_MS ?? 10_000);

const row = ([name = "", ...values]: readonly string[]) =>
  name.padEnd(20) + values.map((value) => value.padStart(15)).join("");

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  async overhead() {
    console.log(row(["overhead", "direct p50", "through p50", "added", "goal", "processor time", "main thread"]));
    for (const figures of await measureOverhead(ROUNDS, CALLS)) {
      const { name, limit, cpu, mainThread } = figures;
      const durations = [figures.direct, figures.through, figures.added].map((value) => `${value.toFixed(2)} ms`);
      const times = [cpu, mainThread].map((value) => `${Math.round(value)} µs`);
      console.log(row([name, ...durations, `≤ ${limit} ms`, ...times]));
    }
  },
  async clients() {
    const { calls, perSecond, p50, p99, crossed, lost } = await measureManyClients(MILLISECONDS);
    const durations = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
    console.log(`16 clients × 8 servers: ${calls} calls, ${perSecond}/s (goal ≥ 500/s), ${durations}`);
    console.log(`  lost ${lost}, crossed ${crossed} (goal 0)`);
  },
  async deaf() {
    const result = await measureDeafServer(CALL_TIMEOUT_MS);
    const { before, during, usageBefore, usageDuring, usageAfter, sentBytes, refused, failed, answered } = result;
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `a server that stops reading: another one p50 ${before.toFixed(2)} ms before, ${during.toFixed(2)} ms during`,
    );
    const ends = `${refused} refused at once, ${failed} failed, ${answered} answered`;
    console.log(`  ${megabytes(sentBytes)} sent to it in ${refused + failed + answered} calls: ${ends}`);
    const usages = [usageBefore, usageDuring, usageAfter];
    const heap = usages.map((usage) => megabytes(usage.heap)).join(" -> ");
    const resident = usages.map((usage) => megabytes(usage.resident)).join(" -> ");
    console.log(`  before, during, after: heap and buffers ${heap}; resident ${resident}`);
  },
  async peers() {
    const ms = (value: number) => `${value.toFixed(2)} ms`;
    console.log(
      row(["gateways", "stdio p50", "stdio p99", "HTTP p50", "HTTP p99", "16 clients", "first response", "resident"]),
    );
    for (const { name, stdio, http, perSecond, startMs, resident } of await measurePeers(ROUNDS, CALLS, MILLISECONDS)) {
      const added = [stdio, http].flatMap((figures) =>
        figures === null ? ["-", "-"] : [ms(figures.p50), ms(figures.p99)],
      );
      const others = [`${Math.round(perSecond)}/s`, `${Math.round(startMs)} ms`, `${Math.round(resident)} MB`];
      console.log(row([name, ...added, ...others]));
    }
    console.log(row(["goal of Recollect", "≤ +0.50 ms", "", "≤ +0.50 ms", "", "the most", "the first", "the least"]));
  },
};

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(PARTS)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}

import path from "node:path";
import { Connection } from "../http/connection.ts";
import { contentOf } from "../http/contents.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { processorTimeOf } from "../support/processor-time.ts";
import { quantile } from "../support/statistics.ts";
import { DOMAIN, Member, makeDatabaseSpace, openDatabase } from "./member.ts";

const PRIVATE_DOMAIN = "acme/private";
const BLOCK = 25;
/** The first captures of a block compete with the transport of the block before. */
const LEFT_OUT = 5;

interface Sample {
  readonly latencies: number[];
  processor: number;
  calls: number;
}

/** Captures one after the other, in blocks in a shared and an unshared domain in turns. Returns the cells of the rows. */
export async function measureCaptures(root: string, captures: number): Promise<string[][]> {
  const database = await openDatabase();
  const member = await Member.start(path.join(root, "capturing"));
  try {
    const { id } = await makeDatabaseSpace(member, database);
    await member.synchronise(id);
    const samples = { shared: sample(), unshared: sample() };
    let number = 0;
    const workload: Omit<Workload, "argumentsOf"> = {
      url: new URL(member.endpoint.url),
      headers: { authorization: `Bearer ${member.endpoint.token}` },
      revision: "2025",
      tool: "capture_memory",
    };
    const connection = new Connection(workload.url);
    const headers = await openSession(connection, { ...workload, argumentsOf: () => ({}) });
    for (let block = 0; samples.shared.latencies.length < captures; block++) {
      const [name, domain] = block % 2 === 0 ? (["shared", DOMAIN] as const) : (["unshared", PRIVATE_DOMAIN] as const);
      // The transport of the block before has ended.
      await member.synchronise(id);
      const before = processorTimeOf(member.endpoint.pid);
      for (let call = 0; call < BLOCK; call++) {
        number += 1;
        const memory = { ...contentOf(number), domain };
        const started = performance.now();
        await callOnce(connection, { ...workload, argumentsOf: () => memory }, headers, number);
        if (call >= LEFT_OUT && block >= 2) samples[name].latencies.push(performance.now() - started);
      }
      await member.synchronise(id);
      samples[name].processor += processorTimeOf(member.endpoint.pid) - before;
      samples[name].calls += BLOCK;
    }
    connection.close();
    const { shared, unshared } = samples;
    const more = (quantile(shared.latencies, 0.5) / quantile(unshared.latencies, 0.5) - 1) * 100;
    return [
      cells("capture, unshared domain", unshared, "–"),
      cells(`capture, shared domain (${more.toFixed(1)} % more)`, shared, "10 % more"),
    ];
  } finally {
    await member.stop();
    await database.server.close();
  }
}

function sample(): Sample {
  return { latencies: [], processor: 0, calls: 0 };
}

function cells(name: string, { latencies, processor, calls }: Sample, goal: string): string[] {
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  const each = `processor ${(processor / calls).toFixed(2)} ms each, with transport`;
  return [name, `${p50.toFixed(2)} ms`, `${p99.toFixed(2)} ms; ${each}`, goal];
}

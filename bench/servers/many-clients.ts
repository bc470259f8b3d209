import { program } from "../../electron/servers/testing/definitions.ts";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { quantile } from "../support/statistics.ts";
import { ECHO } from "./overhead.ts";
import { startGateway } from "./start-gateway.ts";

const CLIENTS = 16;
const SERVERS = 8;

interface ManyClients {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers with the id or the text of another call. */
  readonly crossed: number;
  /** Calls without an answer. */
  readonly lost: number;
}

/**
 * Sixteen clients, half of them in each revision, call eight servers at the same time for `milliseconds`. Each call has an
 * id and a text of its own, and both must be in its answer.
 */
export async function measureManyClients(milliseconds: number): Promise<ManyClients> {
  const names = Array.from({ length: SERVERS }, (_, number) => `echo-${number}`);
  const gateway = await startGateway({ servers: names.map((name) => program(name, [ECHO])) });
  const headers = { authorization: `Bearer ${gateway.token}` };
  const durations: number[] = [];
  let [sent, answered, crossed, nextId] = [0, 0, 0, 1];
  const end = performance.now() + milliseconds;
  const callServer = async (client: number, server: string): Promise<void> => {
    const revision = client % 2 === 0 ? "2025" : "2026";
    const textOf = (id: number) => `${client} ${server} ${id}`;
    const tool = `${server}__echo`;
    const workload: Workload = {
      url: new URL(gateway.url),
      headers,
      revision,
      tool,
      argumentsOf: (id) => ({ text: textOf(id) }),
    };
    const connection = new Connection(workload.url);
    const within = await openSession(connection, workload);
    while (performance.now() < end) {
      const id = nextId++;
      const started = performance.now();
      sent += 1;
      const body = await callOnce(connection, workload, within, id);
      answered += 1;
      durations.push(performance.now() - started);
      const answer = JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "{}") as {
        id?: number;
        result?: { content: readonly { text: string }[] };
      };
      if (answer.id !== id || answer.result?.content[0]?.text !== textOf(id)) crossed += 1;
    }
    connection.close();
  };
  try {
    const started = performance.now();
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => names.map((server) => callServer(client, server))).flat(),
    );
    const seconds = (performance.now() - started) / 1000;
    return {
      calls: answered,
      perSecond: Math.round(answered / seconds),
      p50: quantile(durations, 0.5),
      p99: quantile(durations, 0.99),
      crossed,
      lost: sent - answered,
    };
  } finally {
    await gateway.stop();
  }
}

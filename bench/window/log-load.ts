import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";

const CONNECTIONS = 8;
const TICK_MS = 10;

/** Calls a tool so many times a second, for so long; answers how many a second there really were. */
export async function loadLog(
  endpoint: { readonly url: string; readonly token: string },
  perSecond: number,
  milliseconds: number,
): Promise<number> {
  const workload: Workload = {
    url: new URL(endpoint.url),
    headers: { authorization: `Bearer ${endpoint.token}` },
    era: "2025",
    tool: "memory_status",
    argumentsOf: () => ({}),
  };
  const lanes = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new Connection(workload.url);
      return { connection, headers: await openSession(connection, workload) };
    }),
  );
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  let sent = 0;
  await Promise.all(
    lanes.map(async ({ connection, headers }) => {
      while (elapsed() < milliseconds) {
        // Behind the rate: send; ahead of it: wait for the next tick.
        if (sent < (elapsed() / 1000) * perSecond) await callOnce(connection, workload, headers, ++sent);
        else await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
      connection.close();
    }),
  );
  return Math.round((sent / elapsed()) * 1000);
}

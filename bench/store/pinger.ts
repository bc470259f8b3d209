/** A thread that sends a request every 5 ms, whether or not earlier ones were answered, and measures each. */
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export interface PingerData {
  readonly port: number;
}

const INTERVAL_MS = 5;
const { port } = workerData as PingerData;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const durations: number[] = [];

function ping(): Promise<void> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, agent }, (response) => {
      response.resume();
      response.on("end", () => {
        durations.push(performance.now() - started);
        resolve();
      });
    }).on("error", reject);
  });
}

for (let time = 0; time < 50; time++) await ping();
durations.length = 0;
parentPort?.postMessage("ready");
const open = new Set<Promise<void>>();
const timer = setInterval(() => {
  const request = ping().finally(() => open.delete(request));
  open.add(request);
}, INTERVAL_MS);
parentPort?.once("message", async () => {
  clearInterval(timer);
  await Promise.all(open);
  parentPort?.postMessage(durations);
  agent.destroy();
});

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Answer, AskedApplication } from "./answers.ts";

const PAUSE_MS = 20;
const TIMEOUT_MS = 120_000;
const QUERY = JSON.stringify({ query: "notes of a meeting", domain: "_", mode: "text" });

const answers: Answer[] = [];
let phase: string | null = "calm";
parentPort?.on("message", (next: string | null) => {
  phase = next;
});

async function ask({ url, token, pid }: AskedApplication): Promise<void> {
  const tool = new URL("/tools/search_memories", url);
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  while (phase !== null) {
    const [asked, started, before] = [phase, performance.now(), runningTime(pid)];
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(tool, { method: "POST", headers, body: QUERY, signal });
      await response.text();
      if (response.ok)
        answers.push({ phase: asked, waited: performance.now() - started, processor: runningTime(pid) - before });
    } catch {
      // The application was ended, which its own report says.
    }
    await sleep(PAUSE_MS);
  }
}

/** How long the first thread of a process has run, in milliseconds; 0 after it has ended. */
function runningTime(process: number): number {
  try {
    const [nanoseconds = "0"] = readFileSync(`/proc/${process}/task/${process}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}

await Promise.all((workerData as readonly AskedApplication[]).map(ask));
parentPort?.postMessage(answers);
parentPort?.close();

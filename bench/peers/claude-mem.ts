import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../tests/testing/free-port.ts";
import { Connection } from "../http/connection.ts";
import { contentOf } from "../http/contents.ts";
import type { MemoryClient, MemoryProgram, RunningProgram } from "./memory-program.ts";

const START_TIMEOUT_MS = 60_000;
const FILL_CLIENTS = 16;
const PROJECT = "bench";

/**
 * claude-mem's worker over its own HTTP interface, without its language model and its vector database.
 * @param worker its `worker-service.cjs` @param bun the program that runs it
 */
export function claudeMem(worker: string, bun: string): MemoryProgram {
  const start = async (folder: string): Promise<RunningProgram> => {
    const port = await freePort();
    const home = path.join(folder, "home");
    mkdirSync(home, { recursive: true });
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_MEM_DATA_DIR: path.join(folder, "data"),
      CLAUDE_MEM_WORKER_PORT: String(port),
      CLAUDE_MEM_CHROMA_ENABLED: "false",
      DO_NOT_TRACK: "1",
    };
    const child = spawn(bun, [worker, "--daemon"], { env, stdio: "ignore" });
    const at = `http://127.0.0.1:${port}`;
    const open = async () => openClient(at);
    const running = {
      pid: child.pid ?? 0,
      open,
      stop: async () => {
        child.kill("SIGKILL");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      },
    };
    for (const started = performance.now(); ; await sleep(2)) {
      const isReady = await fetch(`${at}/api/readiness`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return running;
      if (child.exitCode !== null || performance.now() - started > START_TIMEOUT_MS) {
        await running.stop();
        throw new Error("claude-mem's worker did not start.");
      }
    }
  };
  const fill = async (folder: string, count: number): Promise<void> => {
    const running = await start(folder);
    let next = 0;
    const work = async () => {
      const client = await running.open();
      while (next < count) await client.capture(next++);
      client.close();
    };
    await Promise.all(Array.from({ length: FILL_CLIENTS }, work));
    await running.stop();
  };
  return { name: "claude-mem's worker", fill, start };
}

function openClient(at: string): MemoryClient {
  const connection = new Connection(new URL(`${at}/api/memory/save`));
  return {
    capture: async (number) => {
      const text = contentOf(number).content;
      const { status, body } = await connection.post(JSON.stringify({ text, project: PROJECT }), {});
      if (status !== 200 || !body.includes('"success":true')) throw new Error(`claude-mem: ${status} ${body}`);
    },
    search: async (query) => {
      const address = new URL(`${at}/api/search/observations`);
      address.search = String(new URLSearchParams({ query, project: PROJECT, limit: "10" }));
      return (await connection.get(address)).body.includes("Found ");
    },
    searchMeaning: null,
    ping: async () => {
      await connection.get(new URL(`${at}/healthz`));
    },
    close: () => connection.close(),
  };
}

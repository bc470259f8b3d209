import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { contentOf } from "../http/contents.ts";
import { StdioConnection } from "../servers/stdio-connection.ts";
import type { MemoryClient, MemoryProgram, RunningProgram } from "./memory-program.ts";

/** How a program on stdio stores and searches memories. */
interface StdioProgram {
  readonly name: string;
  /** The file in its folder with all memories, and its content for these memories. */
  readonly file: string;
  readonly contentOfFile: (count: number) => string;
  readonly env: (file: string) => NodeJS.ProcessEnv;
  readonly capture: (number: number) => { readonly name: string; readonly arguments: object };
  readonly search: (query: string) => { readonly name: string; readonly arguments: object };
  /** What the text of a result has if a memory was found. */
  readonly found: string;
}

const entityOf = (number: number) => ({
  name: `note-${number}`,
  entityType: "note",
  observations: [contentOf(number).content],
});

/** The reference server of the Model Context Protocol. @param script its `index.js` */
export function serverMemory(script: string): MemoryProgram {
  return onStdio(script, {
    name: "server-memory",
    file: "memory.jsonl",
    contentOfFile: (count) =>
      Array.from({ length: count }, (_, number) => JSON.stringify({ type: "entity", ...entityOf(number) })).join("\n"),
    env: (file) => ({ MEMORY_FILE_PATH: file }),
    capture: (number) => ({ name: "create_entities", arguments: { entities: [entityOf(number)] } }),
    search: (query) => ({ name: "search_nodes", arguments: { query } }),
    found: "note-",
  });
}

/** agentmemory's server without its background service. @param script its `standalone.mjs` */
export function agentMemory(script: string): MemoryProgram {
  return onStdio(script, {
    name: "agentmemory, standalone",
    file: "standalone.json",
    contentOfFile: (count) => {
      const at = new Date().toISOString();
      const memories = Array.from({ length: count }, (_, number) => {
        const { content } = contentOf(number);
        const id = `mem_${number}`;
        const fixed = {
          type: "fact",
          concepts: [],
          files: [],
          strength: 7,
          version: 1,
          isLatest: true,
          sessionIds: [],
        };
        return [id, { id, title: content.slice(0, 80), content, createdAt: at, updatedAt: at, ...fixed }] as const;
      });
      return JSON.stringify({ "mem:memories": Object.fromEntries(memories) });
    },
    // Without a service at this address, it works alone.
    env: (file) => ({ STANDALONE_PERSIST_PATH: file, HOME: path.dirname(file), AGENTMEMORY_URL: "http://127.0.0.1:9" }),
    capture: (number) => ({ name: "memory_save", arguments: { content: contentOf(number).content } }),
    search: (query) => ({ name: "memory_smart_search", arguments: { query, limit: 10 } }),
    found: "mem_",
  });
}

function onStdio(script: string, program: StdioProgram): MemoryProgram {
  const fileIn = (folder: string) => path.join(folder, program.file);
  return {
    name: program.name,
    fill: async (folder, count) => writeFileSync(fileIn(folder), program.contentOfFile(count)),
    async start(folder): Promise<RunningProgram> {
      if (!existsSync(script)) throw new Error(`${script} does not exist.`);
      const env = { PATH: process.env.PATH, ...program.env(fileIn(folder)) };
      const connection = await StdioConnection.open([script], env, "ignore");
      let id = 1;
      const call = async (params: object): Promise<string> => {
        const response = await connection.request(id++, "tools/call", params);
        if (response.includes('"isError":true') || response.includes('"error":'))
          throw new Error(response.slice(0, 400));
        return response;
      };
      const client: MemoryClient = {
        capture: async (number) => {
          await call(program.capture(number));
        },
        search: async (query) => (await call(program.search(query))).includes(program.found),
        searchMeaning: null,
        ping: async () => {
          await connection.request(id++, "ping", {});
        },
        close: () => undefined,
      };
      return { pid: connection.pid, open: async () => client, stop: async () => connection.close() };
    },
  };
}

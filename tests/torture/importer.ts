import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import type { Memory } from "../../electron/core/memory.ts";
import { formatUrn } from "../../electron/core/urn.ts";
import type { Contents } from "./contents.ts";
import type { Member } from "./load.ts";
import { SHIM } from "./tool-clients.ts";

const BATCH_SIZE = 100;
const MAX_ATTEMPTS = 50;

/** Imports an export with the command line, and repeats an import that was interrupted. */
export function createImporter(options: {
  readonly member: Member;
  readonly contents: Contents;
  readonly folder: string;
}): () => Promise<void> {
  const { member, contents, folder } = options;
  const { application, journal, report } = member;
  const file = path.join(folder, "import.jsonl");
  return async () => {
    const memories = Array.from({ length: BATCH_SIZE }, () => createMemory(contents.next()));
    writeFileSync(file, memories.map((memory) => `${JSON.stringify(memory)}\n`).join(""));
    for (const { content } of memories) journal.attempt(content);
    for (let attempt = 1; ; attempt += 1) {
      await application.ready();
      const child = spawn(process.execPath, [SHIM, "import", file], {
        env: application.env,
        stdio: ["ignore", "ignore", "pipe"],
      });
      let printed = "";
      child.stderr.on("data", (chunk: Buffer) => (printed += chunk));
      const [code] = (await once(child, "exit")) as [number | null];
      if (code === 0) break;
      report.count("imports", "interrupted");
      if (attempt === MAX_ATTEMPTS) throw new Error(`An import failed ${MAX_ATTEMPTS} times: ${printed.slice(-1000)}`);
      await sleep(500);
    }
    report.count("imports", "finished");
    for (const { id, content } of memories) {
      journal.acknowledge({ id, revision: 1, action: "capture", content });
      journal.own({ id, revision: 1, content, deleted: false, supersededBy: null });
      report.count("acknowledged", "import");
    }
  };
}

function createMemory(content: string): Memory {
  const id = ulid();
  const at = new Date().toISOString();
  return {
    id,
    urn: formatUrn({ domain: "torture/imported", namespace: "learnings", id }),
    content,
    namespace: "learnings",
    domain: "torture/imported",
    tags: ["imported"],
    source: null,
    validFrom: null,
    validUntil: null,
    client: null,
    createdAt: at,
    updatedAt: at,
    revision: 1,
    deletedAt: null,
    pinned: false,
    supersededBy: null,
    recallCount: 0,
    recalledAt: null,
  };
}

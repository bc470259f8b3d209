import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { ClientMemories } from "../../client-memories/client-memories.ts";
import { OWNER } from "../../core/caller.ts";
import type { ClientMemorySettings } from "../../core/client-memories.ts";
import type { SecretPolicy } from "../../core/secrets/policy.ts";
import { SILENT, START } from "../../store/testing/open-store.ts";
import { openTestService } from "./open-service.ts";

const FIXTURES = path.join(import.meta.dirname, "..", "..", "client-memories", "readers", "testing", "fixtures");

/** Copies a client's files into a home folder. */
export function copyClient(client: string, home: string): void {
  cpSync(path.join(FIXTURES, client, "home"), home, { recursive: true, preserveTimestamps: true });
}

export function temporaryHome(): string {
  const home = mkdtempSync(path.join(tmpdir(), "recollect-client-memories-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** The memory of a project of Claude Code. */
export function memoryFile(home: string, name: string, project = "-srv-code-shop"): string {
  return path.join(home, ".claude", "projects", project, "memory", name);
}

/** Writes one memory as Claude Code does. */
export function writeMemory(home: string, name: string, text: string, project?: string): string {
  const file = memoryFile(home, `${name}.md`, project);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `---\nname: ${name}\ndescription: ${name}\nmetadata:\n  type: project\n---\n\n${text}\n`);
  return file;
}

/** Clients' memories in a home folder, on a real store. */
export async function openClientMemories(
  home = temporaryHome(),
  given: Partial<ClientMemorySettings> = { clients: ["claude-code"] },
  secretPolicy?: () => SecretPolicy,
) {
  const opened = await openTestService(secretPolicy === undefined ? {} : { secretPolicy });
  let settings: ClientMemorySettings = { clients: [], files: [], ...given };
  const open = () => {
    const memories = new ClientMemories({
      file: path.join(home, "data", "client-memories.json"),
      system: { home, env: {}, platform: process.platform },
      settings: {
        get: () => settings,
        set(next) {
          settings = next;
        },
      },
      inbox: opened.service.inbox,
      projectName: (name) => name,
      events: opened.events,
      clock: { now: () => START },
      logger: SILENT,
    });
    onTestFinished(() => memories.close());
    return memories;
  };
  const { inbox } = opened.service;
  return {
    ...opened,
    home,
    inbox,
    memories: open(),
    /** The same after a restart of the application. */
    open,
    async waiting() {
      return (await inbox.list(OWNER, "waiting", 200)).items;
    },
    async contents() {
      return (await inbox.list(OWNER, "waiting", 200)).items.map(({ memory }) => memory.content).sort();
    },
  };
}

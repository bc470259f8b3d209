import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { onTestFinished } from "vitest";
import type { NewServer, StdioServer } from "../../core/servers.ts";
import { writePrivateFile } from "../../platform/atomic-file.ts";
import { createFileSecrets } from "../../secrets/file-secrets.ts";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "../limits.ts";
import { Servers } from "../servers.ts";

const quiet = () => undefined;
const PACKAGES = path.join(import.meta.dirname, "..", "..", "..", "node_modules", "@modelcontextprotocol");

/** Opens servers in a folder of their own, or in that of others, which must be closed. */
export function openServers(
  options: {
    readonly limits?: Partial<ServerLimits>;
    readonly folder?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly now?: () => number;
  } = {},
): { readonly servers: Servers; readonly folder: string } {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), "recollect-servers-"));
  const servers = new Servers({
    file: path.join(folder, "servers.json"),
    write: writePrivateFile,
    secrets: createFileSecrets(folder),
    version: "1.2.3",
    env: options.env ?? process.env,
    home: folder,
    clock: { now: options.now ?? Date.now },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    newId: ulid,
    reserved: { tools: new Set(["search_memories"]), prompts: new Set(["tutorial"]) },
    onChange: quiet,
    limits: { ...DEFAULT_SERVER_LIMITS, ...options.limits },
  });
  onTestFinished(async () => {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { servers, folder };
}

/** A program on stdio. */
export function program(name: string, args: readonly string[], changes: Partial<StdioServer> = {}): NewServer {
  const transport = { kind: "stdio", command: process.execPath, args, cwd: null, env: {}, inherit: [] } as const;
  return { name, transport: { ...transport, ...changes }, secrets: {} };
}

/** A server with a fault. */
export function faulty(name: string, fault = "none", stateFile = ""): NewServer {
  return program(name, [path.join(import.meta.dirname, "fault-process.ts"), fault, stateFile]);
}

/** A server of the Model Context Protocol's own project, from npm. */
export function official(
  name: string,
  server: "everything" | "filesystem" | "memory" | "sequential-thinking",
  args: readonly string[] = [],
): NewServer {
  return program(name, [path.join(PACKAGES, `server-${server}`, "dist", "index.js"), ...args]);
}

/** The text of a result. */
export function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? "";
}

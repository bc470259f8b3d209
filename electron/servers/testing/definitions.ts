import path from "node:path";
import type { NewServer, StdioServer } from "../../core/servers.ts";

const PACKAGES = path.join(import.meta.dirname, "..", "..", "..", "node_modules", "@modelcontextprotocol");

/** A program on stdio. With Node's compile cache, a program in TypeScript starts in less than half of the time. */
export function program(name: string, args: readonly string[], changes: Partial<StdioServer> = {}): NewServer {
  const transport = {
    kind: "stdio",
    command: process.execPath,
    args,
    cwd: null,
    env: {},
    inherit: ["NODE_COMPILE_CACHE"],
  } as const;
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

/** A server of sixty tools. */
export function manyTools(name: string): NewServer {
  return program(name, [path.join(import.meta.dirname, "many-tools-process.ts")]);
}

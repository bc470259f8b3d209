import path from "node:path";
import { installPackage } from "../../tests/testing/npm-packages.ts";
import { claudeMem } from "./claude-mem.ts";
import type { MemoryProgram } from "./memory-program.ts";
import { agentMemory, serverMemory } from "./stdio-programs.ts";

const SERVER_MEMORY = {
  package: "@modelcontextprotocol/server-memory",
  version: "2026.8.31",
  command: "mcp-server-memory",
} as const;
const CLAUDE_MEM = { package: "claude-mem", version: "13.25.3", command: "claude-mem" } as const;
/** claude-mem's worker needs the SQLite of Bun. */
const BUN = { package: "bun", version: "1.4.5", command: "bun" } as const;
const AGENT_MEMORY = { package: "@agentmemory/agentmemory", version: "0.9.29", command: "agentmemory" } as const;

/** Installs the programs into a folder, unless they are there. Prints and leaves out the ones that npm does not provide. */
export async function installPeers(folder: string): Promise<MemoryProgram[]> {
  const programs: MemoryProgram[] = [];
  const install = async (
    name: string,
    packages: readonly (typeof CLAUDE_MEM | typeof BUN | typeof SERVER_MEMORY | typeof AGENT_MEMORY)[],
    open: (packageFolders: readonly string[]) => MemoryProgram,
  ) => {
    const folders: string[] = [];
    for (const each of packages) {
      const prefix = path.join(folder, each.command);
      const installed = await installPackage(prefix, each, { scripts: each === BUN, peers: false });
      if ("unreachable" in installed) {
        console.log(`${name} is left out: ${installed.unreachable}`);
        return;
      }
      folders.push(path.join(prefix, "node_modules", each.package));
    }
    programs.push(open(folders));
  };
  await install("claude-mem", [CLAUDE_MEM, BUN], ([own = "", bun = ""]) =>
    claudeMem(path.join(own, "plugin", "scripts", "worker-service.cjs"), path.join(bun, "bin", "bun.exe")),
  );
  await install("server-memory", [SERVER_MEMORY], ([own = ""]) => serverMemory(path.join(own, "dist", "index.js")));
  await install("agentmemory", [AGENT_MEMORY], ([own = ""]) => agentMemory(path.join(own, "dist", "standalone.mjs")));
  return programs;
}

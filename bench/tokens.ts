/**
 * `npm run bench tokens [-- client …]`: what real clients put before their models, in bytes of UTF-8 and in tokens
 * (o200k_base): our tool definitions, the server's instructions, the result of a search for ten short memories, and the
 * result of a capture. The clients are real; the model is scripted. Beside it, what Recollect and
 * @modelcontextprotocol/server-memory send for the same memories, and the list of tools of five other servers. RECOLLECT_CLIENTS_DIR keeps the programs between runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../scripts/build.ts";
import { AGENTS, type AgentName } from "../tests/clients/agents.ts";
import { installProgram } from "../tests/clients/programs.ts";
import { measureClient } from "./tokens/client.ts";
import { formatMeasures, type Measures } from "./tokens/measures.ts";
import { measureRecollect, measureServerMemory } from "./tokens/servers.ts";
import { measureToolLists } from "./tokens/tool-lists.ts";

build();
const wanted = process.argv.slice(2);
const names = (Object.keys(AGENTS) as AgentName[]).filter((name) => wanted.length === 0 || wanted.includes(name));
const kept = process.env.RECOLLECT_CLIENTS_DIR;
const folder = kept ?? mkdtempSync(path.join(tmpdir(), "recollect-programs-"));
const rows: [string, Measures][] = [];
try {
  for (const name of names) {
    const installed = await installProgram(folder, name);
    if ("unreachable" in installed) console.log(`${name} was skipped: ${installed.unreachable}`);
    else rows.push([name, await measureClient(name, installed.file)]);
  }
  rows.push(...(await measureRecollect()));
  const serverMemory = await installProgram(folder, "server-memory");
  if ("unreachable" in serverMemory) console.log(`server-memory was skipped: ${serverMemory.unreachable}`);
  else rows.push(...(await measureServerMemory(serverMemory.file)));
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(formatMeasures(rows));
console.log(await measureToolLists());

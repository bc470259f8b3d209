import { toServerName } from "../server-name.ts";
import { isRecord } from "../util/is-record.ts";
import { type KnownInputs, readKnownInputs } from "./placeholders.ts";
import { draftOf, type ServerDraft } from "./server-draft.ts";

/** The members in which clients keep their servers. */
const LISTS = [
  "mcpServers",
  "mcp_servers",
  "amp.mcpServers",
  "servers",
  "mcp.servers",
  "context_servers",
  "extensions",
  "mcp",
  "modelContextProtocolServers",
  "experimental",
  "customizations",
  "vscode",
  "settings",
  "cline.mcpServers",
  "tools",
];
const MAX_DEPTH = 6;

/** The servers of a client's configuration, or of an entry of one. */
export function draftsIn(value: unknown, name: string | null = null, inputs: KnownInputs = new Map()): ServerDraft[] {
  return findIn(value, name, inputs, 0);
}

function findIn(value: unknown, key: string | null, outer: KnownInputs, depth: number): ServerDraft[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((one) => (isRecord(one) ? (draftOf(nameIn(one), one, outer) ?? []) : []));
  }
  if (!isRecord(value)) return [];
  const inputs = Array.isArray(value.inputs) ? readKnownInputs(value.inputs) : outer;
  const single = draftOf(key ?? nameIn(value), value, inputs);
  if (single !== null) return [single];
  for (const list of LISTS) {
    const found = Object.hasOwn(value, list) ? findIn(value[list], null, inputs, depth + 1) : [];
    if (found.length > 0) return found;
  }
  return Object.entries(value).flatMap(([name, entry]) =>
    isRecord(entry) && name !== "inputs" ? (draftOf(name, entry, inputs) ?? []) : [],
  );
}

/** The name in an entry, as in lists of servers and in `code --add-mcp`. */
function nameIn(entry: Readonly<Record<string, unknown>>): string | null {
  const name = [entry.name, entry.server_label, entry.id].find((one) => typeof one === "string" && one.trim() !== "");
  return typeof name === "string" ? toServerName(name) : null;
}

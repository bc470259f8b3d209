import type { KnownClient } from "./client-connection.ts";

/** Whether a name on the wire is one of the client's, by its first words: `codex-mcp-client` is Codex. */
export function isClient(name: string, { wireNames }: Pick<KnownClient, "wireNames">): boolean {
  return wireNames.some((known) => `${normalize(name)} `.startsWith(`${normalize(known)} `));
}

function normalize(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}

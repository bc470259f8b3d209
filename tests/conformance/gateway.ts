import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FULL_GRANT } from "../../electron/core/caller.ts";
import { Servers } from "../../electron/servers/servers.ts";
import { testOptions } from "../../electron/servers/testing/test-options.ts";
import { openStack, type Stack } from "../testing/stack.ts";

/** Starts the product's stack with a server at an address behind it, which every request may use. */
export async function openConformanceGateway(url: string): Promise<Pick<Stack, "url" | "close">> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-gateway-"));
  const servers = new Servers(testOptions(folder));
  const transport = { kind: "http", url, headers: {} } as const;
  const { id } = await servers.add({ name: "reference", transport, secrets: {} });
  const grant = { ...FULL_GRANT, listAllTools: true, servers: [{ server: id, tools: "all" as const }] };
  const stack = await openStack({
    authenticate: async () => ({
      id: "conformance",
      subject: "conformance",
      grant,
      owner: false,
      paused: false,
      injection: true,
    }),
    sources: [
      { entriesFor: (of) => servers.entriesFor(of), onChanged: (listener) => servers.onCatalogChanged(listener) },
    ],
  });
  return {
    url: stack.url,
    async close() {
      await servers.close();
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

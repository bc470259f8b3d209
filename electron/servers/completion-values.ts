import type { CompleteRequest } from "@modelcontextprotocol/client";
import type { CallContext } from "../mcp/catalog-entries.ts";
import type { ManagedServer } from "./managed-server.ts";

/** Returns the values that a server suggests for an argument. */
export async function completionValues(
  managed: ManagedServer,
  context: CallContext,
  params: CompleteRequest["params"],
): Promise<readonly string[]> {
  const result = await managed.serve(context, null, (client, options) => client.complete(params, options));
  return "completion" in result ? (result.completion as { values: string[] }).values : [];
}

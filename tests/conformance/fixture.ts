import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { CallContext, CatalogTool } from "../../electron/mcp/catalog-entries.ts";

type Result = CallToolResult | InputRequiredResult;

/** A tool that the official conformance suite expects, as its description says. */
export function fixture(
  name: string,
  call: (args: Record<string, unknown>, context: CallContext) => Result | Promise<Result>,
  inputSchema: CatalogTool["definition"]["inputSchema"] = { type: "object", properties: {} },
): CatalogTool {
  return {
    definition: { name, description: `Fixture of the conformance suite: ${name}.`, inputSchema },
    call: async (args, context) => await call((args ?? {}) as Record<string, unknown>, context),
  };
}

export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

/** Returns the SDK's context. Fixtures are only called over MCP. */
export function exchangeOf(context: CallContext) {
  if (context.exchange === null) throw new Error("Conformance fixtures are called over MCP.");
  return context.exchange;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

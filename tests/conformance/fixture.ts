import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { CallContext, CatalogTool } from "../../electron/mcp/catalog.ts";

type Answer = CallToolResult | InputRequiredResult;

/** A tool the official suite expects, straight from its description. */
export function fixture(
  name: string,
  call: (args: Record<string, unknown>, context: CallContext) => Answer | Promise<Answer>,
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

/** The protocol's own context; fixtures are only called over MCP. */
export function exchangeOf(context: CallContext) {
  if (context.exchange === null) throw new Error("Conformance fixtures are called over MCP.");
  return context.exchange;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

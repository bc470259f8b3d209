import { type Implementation, McpServer, type Server, type Tool } from "@modelcontextprotocol/server";

/** The key by which a property of a tool's schema declares the header that repeats it (2026-07-28, Streamable HTTP). */
const DECLARATION = '"x-mcp-header"';

/** Knows which tools declare headers that repeat their arguments. Each schema is read once. */
export class DeclaredHeaders {
  readonly #declaring = new WeakMap<object, boolean>();

  has({ inputSchema }: Tool): boolean {
    const known = this.#declaring.get(inputSchema);
    if (known !== undefined) return known;
    const declares = JSON.stringify(inputSchema).includes(DECLARATION);
    this.#declaring.set(inputSchema, declares);
    return declares;
  }
}

/**
 * The server of one request that calls a tool with declared headers. The SDK's handler compares them with the arguments
 * and refuses a difference with -32020; it does so for an `McpServer`, which it asks for the tool's schema.
 */
export class HeaderCheckingServer extends McpServer {
  override readonly server: Server;
  readonly #schema: Tool["inputSchema"];

  constructor(information: Implementation, server: Server, schema: Tool["inputSchema"]) {
    super(information);
    this.server = server;
    this.#schema = schema;
  }

  override toolInputSchemaJson(): Record<string, unknown> {
    return this.#schema;
  }
}

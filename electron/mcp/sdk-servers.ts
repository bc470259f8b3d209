import {
  type Implementation,
  isInputRequiredResult,
  type JSONRPCRequest,
  McpServer,
  type Result,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { isPlainTextPart } from "../core/plain-text-part.ts";
import { isRecord } from "../core/util/is-record.ts";

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

type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

const RESULT_MEMBERS = new Set(["content", "structuredContent", "isError"]);
/** A result that is checked instead of a plain one. */
const CHECKED_RESULT: Result = { content: [] };

/** Whether a result certainly fits the SDK's schema, because it has only texts and no unknown member. */
function isPlain(result: Result): boolean {
  const { content, structuredContent = {}, isError = false } = result;
  return (
    Array.isArray(content) &&
    content.every(isPlainTextPart) &&
    isRecord(structuredContent) &&
    typeof isError === "boolean" &&
    Object.keys(result).every((name) => RESULT_MEMBERS.has(name))
  );
}

/**
 * A server that sends the result of a tool as its handler returned it. The SDK's own validates the result and sends
 * the parsed copy, which lacks the members of content that the SDK does not know. Tools of other servers use some.
 */
export class UnchangedResultsServer extends Server {
  protected override _wrapHandler(method: string, handler: RequestHandler): RequestHandler {
    if (method !== "tools/call") return super._wrapHandler(method, handler);
    return async (request, context) => {
      let returned: Result = {};
      const checking = super._wrapHandler(method, async (...call) => {
        returned = await handler(...call);
        return isPlain(returned) ? CHECKED_RESULT : returned;
      });
      const checked = await checking(request, context);
      // The checked result has a list of content even if the handler returned none.
      return isInputRequiredResult(checked) ? checked : { ...checked, ...returned };
    };
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

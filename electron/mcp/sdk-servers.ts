import {
  type Implementation,
  isInputRequiredResult,
  type JSONRPCRequest,
  McpServer,
  type MessageExtraInfo,
  type Result,
  Server,
  type ServerContext,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/server";
import { isPlainTextPart } from "../core/plain-text-part.ts";
import { isRecord } from "../core/util/is-record.ts";
import { isPlainRequest } from "./plain-request.ts";

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

/** The SDK's method that handles a request. It is private. */
interface RequestReceiver {
  _onrequest?(request: JSONRPCRequest, extra?: MessageExtraInfo): void;
}

/**
 * The SDK's server, with two differences (ADR 0053).
 *
 * It sends the result of a tool as its handler returned it. The SDK's own validates the result and sends the parsed
 * copy, which lacks the members of content that the SDK does not know. Tools of other servers use some.
 *
 * A message that certainly is a request is handled without the three schemas of messages, which took a sixth of the
 * time until a call was passed on.
 */
export class UnchangedResultsServer extends Server {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage: deliver } = transport;
    const receiver = this as unknown as RequestReceiver;
    transport.onmessage = (message, extra) => {
      if (receiver._onrequest !== undefined && isPlainRequest(message)) receiver._onrequest(message, extra);
      else deliver?.(message, extra);
    };
  }

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

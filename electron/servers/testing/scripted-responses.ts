/** Responses by method, or by `tools/call NAME`: members of the response, or its text. */
export type Script = Readonly<Record<string, object | string>>;

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string };
}

const DEFAULTS: Script = {
  initialize: {
    result: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "scripted", version: "1.0.0" },
    },
  },
};

/** Returns the text of the response to a request; null for a notification. `$ID` in a text is the request's id. */
export function responseTo(script: Script, { id, method, params }: Request): string | null {
  if (id === undefined) return null;
  const named = `${method} ${params?.name ?? ""}`;
  const response = script[named] ?? script[method] ?? DEFAULTS[method];
  if (typeof response === "string") return response.replaceAll("$ID", JSON.stringify(id));
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    ...(response ?? { error: { code: -32601, message: "Method not found" } }),
  });
}

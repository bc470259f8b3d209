/** What a client asked of the model, whatever its vendor's form. */
export interface ModelRequest {
  /** Names of the tools offered; a client puts its own prefix before ours. */
  readonly tools: readonly string[];
  /** What the tools answered, where that is what was sent last; null where a person spoke last. */
  readonly toolResult: string | null;
}

/** What the stand-in for the model says: one tool to call, or a text that ends the turn. */
export type ModelReply =
  | { readonly kind: "call"; readonly tool: string; readonly args: object }
  | { readonly kind: "text"; readonly text: string };

export interface ModelAnswer {
  readonly contentType: "application/json" | "text/event-stream";
  readonly body: string;
}

/** How one vendor's clients speak to its models. */
export interface Dialect {
  /** Whether a request to this path is one for the model. */
  speaks(path: string): boolean;
  read(body: unknown): ModelRequest;
  write(reply: ModelReply, path: string, body: unknown): ModelAnswer;
}

export function asJson(value: unknown): ModelAnswer {
  return { contentType: "application/json", body: JSON.stringify(value) };
}

/** Server-sent events; an object with a `type` names its event by it, as Anthropic's clients expect. */
export function asEvents(events: readonly unknown[]): ModelAnswer {
  const lines = events.map((event) => {
    if (typeof event === "string") return `data: ${event}\n\n`;
    const name = (event as { readonly type?: unknown }).type;
    return `${typeof name === "string" ? `event: ${name}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
  });
  return { contentType: "text/event-stream", body: lines.join("") };
}

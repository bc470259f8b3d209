import type { CallContext, CatalogSource, CatalogTool } from "../../electron/mcp/catalog-entries.ts";

/** Tools for tests, and their state. */
export interface FixtureTools {
  readonly source: CatalogSource;
  /** The labels of pending calls of `wait`. */
  readonly running: Set<string>;
  readonly cancelled: Set<string>;
  /** Completes a call of `wait`. */
  finish(label: string): void;
}

/** Creates tools with long results, progress, waiting, and requests to the client. */
export function createFixtureTools(): FixtureTools {
  const running = new Set<string>();
  const cancelled = new Set<string>();
  const finishers = new Map<string, () => void>();

  const tool = (
    name: string,
    call: (args: Record<string, unknown>, context: CallContext) => Promise<string>,
  ): CatalogTool => ({
    definition: { name, description: name, inputSchema: { type: "object" } },
    async call(args, context) {
      return { content: [{ type: "text", text: await call((args ?? {}) as Record<string, unknown>, context) }] };
    },
  });

  const tools = [
    tool("echo", async ({ text }) => String(text)),
    tool("measure", async ({ text }) => String(String(text).length)),
    tool("repeat", async ({ bytes }) => "r".repeat(Number(bytes))),
    tool("steps", async (_args, { progress }) => {
      for (let step = 1; step <= 3; step += 1) progress(step, 3, `step ${step}`);
      return "done";
    }),
    tool("ask_roots", async (_args, { exchange }) => {
      const answer = await exchange?.mcpReq.send({ method: "roots/list" });
      return (answer as { roots: { uri: string }[] }).roots.map((root) => root.uri).join();
    }),
    tool(
      "wait",
      ({ label }, { signal }) =>
        new Promise((resolve, reject) => {
          const key = String(label);
          running.add(key);
          finishers.set(key, () => resolve("finished"));
          signal.addEventListener("abort", () => {
            cancelled.add(key);
            reject(new Error("cancelled"));
          });
        }),
    ),
  ];
  return { source: { tools }, running, cancelled, finish: (label) => finishers.get(label)?.() };
}

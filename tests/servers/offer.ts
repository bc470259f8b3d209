import { Client, type Transport } from "@modelcontextprotocol/client";
import { DECLARED_CAPABILITIES } from "../../electron/servers/server-requests.ts";

/** A tool, prompt, resource or template as it was sent. */
export type Entry = Readonly<Record<string, unknown>>;

export const LISTS = ["tools", "prompts", "resources", "templates"] as const;
export type List = (typeof LISTS)[number];

/** What a server sent: every entry of its lists by name or address. */
export type Offer = Readonly<Record<List, ReadonlyMap<string, Entry>>>;

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface ListOf {
  readonly method: string;
  readonly member: string;
  readonly key: string;
}

const METHODS: Readonly<Record<List, ListOf>> = {
  tools: { method: "tools/list", member: "tools", key: "name" },
  prompts: { method: "prompts/list", member: "prompts", key: "name" },
  resources: { method: "resources/list", member: "resources", key: "uri" },
  templates: { method: "resources/templates/list", member: "resourceTemplates", key: "uriTemplate" },
};
const MAX_PAGES = 50;
const CALL_TIMEOUT_MS = 120_000;

/** Accepts every result unchanged: the SDK's own schemas remove and refuse members. */
const ANY = {
  "~standard": { version: 1, vendor: "recollect", validate: (value: unknown) => ({ value: value as Entry }) },
} as const;

/** A client of the SDK that receives results as they were sent. */
export class OfferClient {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @param mode `auto` negotiates the newest revision that both sides have, `legacy` is revision 2025 */
  static async connect(transport: Transport, mode: "auto" | "legacy"): Promise<OfferClient> {
    const client = new Client(
      { name: "compare", version: "1" },
      { versionNegotiation: { mode }, capabilities: DECLARED_CAPABILITIES },
    );
    client.setRequestHandler("roots/list", () => ({ roots: [] }));
    client.setRequestHandler("elicitation/create", () => ({ action: "decline" }));
    client.setRequestHandler("sampling/createMessage", () => ({
      model: "none",
      role: "assistant",
      content: { type: "text", text: "none" },
    }));
    await client.connect(transport, { timeout: CALL_TIMEOUT_MS });
    return new OfferClient(client);
  }

  /** Reads all pages of all lists. A list that the server does not implement is empty. */
  async read(): Promise<Offer> {
    const [tools, prompts, resources, templates] = [
      await this.#list("tools"),
      await this.#list("prompts"),
      await this.#list("resources"),
      await this.#list("templates"),
    ];
    return { tools, prompts, resources, templates };
  }

  /** Returns the result, or the server's error as an object. */
  async call({ tool, arguments: args }: ToolCall): Promise<Entry> {
    try {
      return await this.#request("tools/call", { name: tool, arguments: args });
    } catch (error) {
      const { code, message } = error as { readonly code?: unknown; readonly message: string };
      return { error: { code, message } };
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #list(list: List): Promise<ReadonlyMap<string, Entry>> {
    const capabilities = this.#client.getServerCapabilities() ?? {};
    const { method, member, key } = METHODS[list];
    const entries = new Map<string, Entry>();
    if (capabilities[list === "templates" ? "resources" : list] === undefined) return entries;
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const result = await this.#request(method, typeof cursor === "string" ? { cursor } : {}).catch(
        (error: unknown) => {
          if ((error as { readonly code?: unknown }).code === -32601) return {} as Entry;
          throw error;
        },
      );
      for (const entry of (result[member] ?? []) as readonly Entry[]) {
        if (!entries.has(String(entry[key]))) entries.set(String(entry[key]), entry);
      }
      cursor = result.nextCursor;
      if (typeof cursor !== "string" || cursor === "") break;
    }
    return entries;
  }

  #request(method: string, params: object): Promise<Entry> {
    const request = this.#client.request.bind(this.#client) as unknown as (
      sent: object,
      schema: typeof ANY,
      options: object,
    ) => Promise<Entry>;
    return request({ method, params }, ANY, { timeout: CALL_TIMEOUT_MS });
  }
}

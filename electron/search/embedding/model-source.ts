import { invalidArgument } from "../../core/errors.ts";

/** Where vectors come from: the model that ships with the app, one in a folder, or a server the owner runs or pays. */
export type ModelSource =
  | { readonly kind: "bundled" }
  | { readonly kind: "folder"; readonly folder: string }
  | (EndpointSource & { readonly kind: "ollama" })
  | (EndpointSource & { readonly kind: "openai" });

export interface EndpointSource {
  /** Base address: `http://127.0.0.1:11434` for Ollama, `https://…/v1` for an OpenAI-compatible server. */
  readonly url: string;
  readonly model: string;
  /** What the model wants to stand before a query and a passage; none where it is missing. */
  readonly prefixes?: { readonly query: string; readonly passage: string } | undefined;
}

/** What the owner should know before choosing a source. */
export interface SourceDescription {
  readonly title: string;
  /** True where the text of memories and searches goes to another machine. */
  readonly leavesMachine: boolean;
  /** The sentence that says so; null where nothing leaves. */
  readonly warning: string | null;
}

/** @throws invalid_argument (field `url`) for an address that is none */
export function describeSource(source: ModelSource): SourceDescription {
  if (source.kind === "bundled") return local("all-MiniLM-L6-v2, with Recollect");
  if (source.kind === "folder") return local(source.folder);
  const { host, hostname } = parseEndpoint(source.url);
  const title = `${source.model} at ${host}`;
  if (isLoopback(hostname)) return local(title);
  return {
    title,
    leavesMachine: true,
    warning: `The text of every memory and every search leaves this machine: it is sent to ${host}.`,
  };
}

/** @throws invalid_argument (field `url`) */
export function parseEndpoint(address: string): URL {
  const url = URL.parse(address);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw invalidArgument("url", `"${address}" is not an address.`, "Write it as http://127.0.0.1:11434 or https://….", {
    reason: "url_invalid",
    address,
  });
}

const local = (title: string): SourceDescription => ({ title, leavesMachine: false, warning: null });

/** The names and addresses that never leave the machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291). */
function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

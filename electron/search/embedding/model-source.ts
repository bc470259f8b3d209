import { searchErrors } from "../../text/en/errors/search.ts";
import { RecollectError } from "../../text/errors.ts";

/** The source of vectors: the bundled model, a model in a folder, or a server that the owner chose. */
export type ModelSource =
  | { readonly kind: "bundled" }
  | { readonly kind: "folder"; readonly folder: string }
  | (EndpointSource & { readonly kind: "ollama" })
  | (EndpointSource & { readonly kind: "openai" });

export interface EndpointSource {
  /** Base address: `http://127.0.0.1:11434` for Ollama, `https://…/v1` for an OpenAI-compatible server. */
  readonly url: string;
  readonly model: string;
  /** Prefixes that the model expects before a query and a passage. None by default. */
  readonly prefixes?: { readonly query: string; readonly passage: string } | undefined;
}

/** Facts for the owner before the choice of a source. */
export interface SourceDescription {
  readonly title: string;
  /** True if the text of memories and searches is sent to another machine. */
  readonly leavesMachine: boolean;
  /** A warning in English; null if no text leaves this machine. */
  readonly warning: string | null;
}

/** @throws invalid_argument (field `url`) for an invalid address */
export function describeSource(source: ModelSource): SourceDescription {
  if (source.kind === "bundled") return local("all-MiniLM-L6-v2, built in");
  if (source.kind === "folder") return local(source.folder);
  const { host, hostname } = parseEndpoint(source.url);
  const title = `${source.model} at ${host}`;
  if (isLoopback(hostname)) return local(title);
  return { title, leavesMachine: true, warning: searchErrors.text_leaves_machine({ host }).message };
}

/** @throws invalid_argument (field `url`) */
export function parseEndpoint(address: string): URL {
  const url = URL.parse(address);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new RecollectError("url_invalid", { address }, { field: "url" });
}

const local = (title: string): SourceDescription => ({ title, leavesMachine: false, warning: null });

/** Whether a host is this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291). */
function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

import { z } from "zod";
import { RecollectError } from "../../core/errors.ts";
import { type EndpointSource, parseEndpoint } from "./model-source.ts";

/** Asks a server for the vectors of some texts, in their order. @throws unavailable with what to do, cancelled */
export type RequestVectors = (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;

const ollamaSchema = z.object({ embeddings: z.array(z.array(z.number())) });
const openaiSchema = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });

/** Ollama's `POST /api/embed` (github.com/ollama/ollama docs/api.md). */
export function createOllamaRequest({ url, model }: EndpointSource): RequestVectors {
  const address = under(url, "api/embed");
  return async (texts, signal) => {
    const answer = await post(address, {}, { model, input: texts }, signal, {
      unreachable: "Start Ollama, or choose another model in Settings.",
      notFound: `Fetch the model first: ollama pull ${model}`,
    });
    return read(address, () => ollamaSchema.parse(answer).embeddings);
  };
}

/** The key that the server asks for; null where it asks for none. */
export type ReadApiKey = () => Promise<string | null>;

/** `POST /embeddings` below an OpenAI-compatible base address (platform.openai.com/docs/api-reference/embeddings). */
export function createOpenAiRequest({ url, model }: EndpointSource, readApiKey: ReadApiKey): RequestVectors {
  const address = under(url, "embeddings");
  return async (texts, signal) => {
    const apiKey = await readApiKey();
    const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    const body = { model, input: texts, encoding_format: "float" };
    const answer = await post(address, headers, body, signal, {
      unreachable: "See that the server runs, or choose another model in Settings.",
      notFound: `See in Settings that the address ends where /embeddings follows, and that ${model} is the model's name.`,
    });
    return read(address, () =>
      openaiSchema
        .parse(answer)
        .data.sort((left, right) => left.index - right.index)
        .map(({ embedding }) => embedding),
    );
  };
}

interface Hints {
  readonly unreachable: string;
  readonly notFound: string;
}

async function post(
  address: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
  hints: Hints,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw abortedError(address, signal);
    throw new RecollectError("unavailable", `${address.host} does not answer.`, {
      hint: hints.unreachable,
      details: { reason: "server_silent", host: address.host },
      cause,
    });
  }
  if (response.ok) return read(address, () => response.json());
  const said = (await response.text().catch(() => "")).slice(0, 200);
  throw new RecollectError("unavailable", `${address.host} refused to embed (${response.status}): ${said}`, {
    hint: hintFor(response.status, hints),
    details: { reason: "server_refused", host: address.host, status: response.status, said },
  });
}

function hintFor(status: number, hints: Hints): string {
  if (status === 404) return hints.notFound;
  if (status === 401 || status === 403) return "See that the key in Settings is right.";
  if (status === 429) return "The server asks for patience; Recollect tries again by itself.";
  return "See the server's own log, or choose another model in Settings.";
}

function abortedError(address: URL, signal: AbortSignal): RecollectError {
  if (signal.reason instanceof DOMException && signal.reason.name === "TimeoutError") {
    return new RecollectError("unavailable", `${address.host} did not answer in time.`, {
      hint: "See that the server is not overloaded, or choose another model in Settings.",
      details: { reason: "server_slow", host: address.host },
    });
  }
  return new RecollectError("cancelled", "The embedding was cancelled.");
}

async function read<Value>(address: URL, take: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await take();
  } catch (cause) {
    throw new RecollectError("unavailable", `${address.host} answered what Recollect does not understand.`, {
      hint: "See in Settings that the address and the kind of server are right.",
      details: { reason: "server_strange", host: address.host },
      cause,
    });
  }
}

/** The address below a base, whether that ends in a slash or not. */
function under(base: string, path: string): URL {
  const url = parseEndpoint(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  return url;
}

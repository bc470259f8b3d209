import type { ObservedExchange } from "../core/request-log.ts";
import { estimateTokens } from "../core/token-estimate.ts";
import { isRecord } from "../core/util/is-record.ts";

/** The tokens of one exchange. `tokensIn`: written by the model; `tokensOut`: read by the model from the answer. */
export interface ModelTokens {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

const NONE: ModelTokens = { tokensIn: 0, tokensOut: 0 };
/** For a body that is not in memory any more. */
const BYTES_PER_TOKEN = 4;

/**
 * Estimates the tokens of an exchange by `estimateTokens`, which is not below common tokenizers and about 1.5 times
 * their count for English. It counts what a client puts before its model (measured by `npm run bench tokens`):
 *
 * - in: the name and the arguments of a tool or prompt, which a model writes;
 * - out: of a tool's result the text or the structured content, whichever is longer; names, descriptions and input schemas
 *   of `tools/list`; the instructions of `initialize` and `server/discover`; the text of prompts and resources; the text
 *   that a hook adds; the message of an error.
 *
 * A client sends tool definitions and earlier answers with every later request to its model; each is counted once. A
 * body that is longer than the log keeps is estimated from its start, and a long text from samples: the estimate of a
 * kilobyte takes 20 µs, and the log records thousands of messages a second.
 */
export function tokensOf(exchange: ObservedExchange): ModelTokens {
  const { direction, method, refusal, requestBody, responseBody, requestBytes, responseBytes } = exchange;
  if (direction === "sent" || method === null || refusal !== null) return NONE;
  const reader = READERS.find(({ matches }) => matches.test(method));
  if (reader === undefined) return NONE;
  return {
    tokensIn: estimate(requestBody, requestBytes, reader.written),
    tokensOut: countedIn(reader, responseBody) ?? estimate(responseBody, responseBytes, reader.read),
  };
}

/** The tokens that the answer for a hook names itself. */
function countedIn({ isCounted }: Reader, body: string | null): number | null {
  const tokens = isCounted && body !== null ? parseObject(body)?.tokens : null;
  return typeof tokens === "number" ? tokens : null;
}

/** How one kind of message is read. `isCounted`: its answer may name its tokens. */
interface Reader {
  readonly matches: RegExp;
  readonly written: Texts;
  readonly read: Texts;
  readonly isCounted?: true;
}

/** The texts of a message, of which the longest counts. */
type Texts = (message: Readonly<Record<string, unknown>>) => readonly unknown[];

const paramsOf: Texts = ({ params }) => (isRecord(params) ? [[params.name, params.arguments]] : []);
const ofResult =
  (texts: Texts): Texts =>
  ({ result, error }) =>
    isRecord(result) ? texts(result) : [isRecord(error) ? error.message : undefined];
const nothing: Texts = () => [];
const everything: Texts = (message) => [message];

const READERS: readonly Reader[] = [
  {
    matches: /^tools\/call$/,
    written: paramsOf,
    read: ofResult(({ content, structuredContent }) => [textsIn(content), structuredContent]),
  },
  {
    matches: /^tools\/list$/,
    written: nothing,
    read: ofResult(({ tools }) => [
      Array.isArray(tools)
        ? tools.map((tool) => (isRecord(tool) ? [tool.name, tool.description, tool.inputSchema] : []))
        : undefined,
    ]),
  },
  {
    matches: /^(?:initialize|server\/discover)$/,
    written: nothing,
    read: ofResult(({ instructions }) => [instructions]),
  },
  { matches: /^prompts\/get$/, written: paramsOf, read: ofResult(({ messages }) => [textsIn(messages)]) },
  { matches: /^resources\/read$/, written: nothing, read: ofResult(({ contents }) => [textsIn(contents)]) },
  {
    matches: /^POST \/hooks\//,
    written: nothing,
    read: ({ text, error }) => [text ?? messageOf(error)],
    isCounted: true,
  },
  { matches: /^POST \/tools\//, written: everything, read: ({ error, ...result }) => [messageOf(error) ?? result] },
  { matches: /^GET \/tools\/list$/, written: nothing, read: everything },
];

function messageOf(error: unknown): unknown {
  return isRecord(error) ? error.message : undefined;
}

/** The texts in a list of content blocks, prompt messages or resource contents. */
function textsIn(blocks: unknown): string {
  if (!Array.isArray(blocks)) return "";
  return blocks
    .map((block) => (isRecord(block) ? (block.text ?? (isRecord(block.content) ? block.content.text : undefined)) : ""))
    .filter((text) => typeof text === "string")
    .join("\n");
}

function estimate(body: string | null, bytes: number, texts: Texts): number {
  if (texts === nothing || bytes === 0) return 0;
  if (body === null) return Math.ceil(bytes / BYTES_PER_TOKEN);
  const message = parseObject(body);
  if (message === null) return Math.ceil(estimateBySamples(body) * Math.max(1, bytes / Buffer.byteLength(body)));
  let longest = "";
  for (const value of texts(message)) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    if (text.length > longest.length) longest = text;
  }
  return estimateBySamples(longest);
}

/** Longer texts are sampled. */
const MAX_ESTIMATED_LENGTH = 1_000;
const SAMPLES = 5;
const SAMPLE_LENGTH = 200;

function estimateBySamples(text: string): number {
  if (text.length <= MAX_ESTIMATED_LENGTH) return estimateTokens(text);
  const step = (text.length - SAMPLE_LENGTH) / (SAMPLES - 1);
  const starts = Array.from({ length: SAMPLES }, (_, index) => Math.round(index * step));
  const sampled = starts.map((start) => text.slice(start, start + SAMPLE_LENGTH)).join(" ");
  return Math.ceil((estimateTokens(sampled) * text.length) / sampled.length);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

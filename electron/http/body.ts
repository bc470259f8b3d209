import type { IncomingMessage } from "node:http";
import { findJsonExcess, type JsonLimits } from "../core/util/json-limits.ts";
import { RecollectError } from "../text/errors.ts";

/** The largest request body: a batch of captures of 64 KiB each fits. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads a JSON body; `body` is undefined if it is empty.
 * @throws too_large, cancelled, or invalid_argument (field `body`) if it exceeds the limits or is not JSON
 */
export async function readJson(
  request: IncomingMessage,
  limits: JsonLimits,
): Promise<{ readonly text: string; readonly body: unknown }> {
  const text = (await readBody(request)).toString("utf8");
  if (text.trim() === "") return { text, body: undefined };
  const excess = findJsonExcess(text, limits);
  if (excess !== null) throw new RecollectError("json_excess", { excess, maximum: limits[excess] }, { field: "body" });
  try {
    return { text, body: JSON.parse(text) };
  } catch {
    throw new RecollectError("body_not_json", {}, { field: "body" });
  }
}

/** @throws too_large as soon as the declared or received length exceeds the limit; the rest is not buffered */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        chunks.length = 0;
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    });
    request.once("end", () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    request.once("error", reject);
    request.once("aborted", () => reject(new RecollectError("client_disconnected", {})));
  });
}

function tooLarge(): RecollectError {
  return new RecollectError("body_too_large", { maximumMiB: MAX_BODY_BYTES / 1024 / 1024 });
}

import type { IncomingMessage } from "node:http";
import { RecollectError } from "../core/errors.ts";

/** Largest request body, in bytes. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads a JSON body; none at all is undefined.
 * @throws too_large, invalid_argument (field `body`) for what is not JSON
 */
export async function readJson(request: IncomingMessage): Promise<{ readonly text: string; readonly body: unknown }> {
  const text = (await readBody(request)).toString("utf8");
  if (text.trim() === "") return { text, body: undefined };
  try {
    return { text, body: JSON.parse(text) };
  } catch (error) {
    throw new RecollectError("invalid_argument", "The body is not JSON.", {
      field: "body",
      hint: "Send one JSON object in UTF-8.",
      cause: error,
    });
  }
}

/**
 * Reads a request's body whole.
 * @throws too_large as soon as it is known, by the declared length or by what arrived; nothing more is kept then
 */
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
    request.once("aborted", () => reject(new RecollectError("cancelled", "The client went away.")));
  });
}

function tooLarge(): RecollectError {
  return new RecollectError("too_large", `The request is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`, {
    hint: "One memory holds 64 KiB: capture several, or keep the file and name it as source.",
  });
}

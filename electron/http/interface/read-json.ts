import type { IncomingMessage } from "node:http";
import { RecollectError } from "../../core/errors.ts";

/**
 * Reads a JSON body.
 * @param limit in bytes
 * @throws too_large past the limit, invalid_argument for what is not JSON
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > limit) throw new RecollectError("too_large", `A request to the interface may have ${limit} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    throw new RecollectError("invalid_argument", "The body is not JSON.", { field: "body", cause: error });
  }
}

import { createHash } from "node:crypto";

/** SHA-256 of a content's UTF-8: how identical content is found. */
export function hashContent(content: string): Buffer {
  return createHash("sha256").update(content).digest();
}

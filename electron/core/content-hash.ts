import { createHash } from "node:crypto";
import { comparableContent } from "./memory.ts";

/** SHA-256 of the comparable content in UTF-8. An index on it finds identical content. */
export function hashContent(content: string): Buffer {
  return sha256(comparableContent(content));
}

/** The hash of a content, and of the exact content, which earlier versions stored. */
export function hashesOf(content: string): readonly [Buffer, Buffer] {
  return [hashContent(content), sha256(content)];
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

import { hash } from "node:crypto";
import { comparableContent } from "./memory.ts";

/** SHA-256 of the comparable content in UTF-8. An index on it finds identical content. */
export function hashContent(content: string): Buffer {
  return sha256(comparableContent(content));
}

/** The hash of a content, and of the exact content, which earlier versions stored. */
export function hashesOf(content: string): readonly [Buffer, Buffer] {
  const comparable = comparableContent(content);
  const ofComparable = sha256(comparable);
  return [ofComparable, comparable === content ? ofComparable : sha256(content)];
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

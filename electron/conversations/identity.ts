import { hash } from "node:crypto";
import type { FoundMessage } from "./readers/reader.ts";

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns the id of a conversation, which is the same after everything was removed and read again. */
export function conversationId(client: string, session: string): string {
  const digest = hash("sha256", `${client}\0${session}`, "buffer");
  let id = String((digest[0] ?? 0) % 10);
  for (let index = 1; index < 10; index++) id += DIGITS[(digest[index] ?? 0) % 32];
  return id;
}

/** Returns the hash that recognises a message of a client when it is read again, also in a copy of its conversation. */
export function keyOf(client: string, key: string): bigint {
  return hashed(`${client}\0${key}`);
}

/** Returns the hash that recognises a message whose copy has another key. */
export function digestOf(client: string, { role, at, text }: FoundMessage): bigint {
  return hashed(`${client}\0${role}\0${at ?? ""}\0${text}`);
}

/** 64 bits: two of a million messages share them with a probability of 1 in 10 million. */
function hashed(text: string): bigint {
  return hash("sha256", text, "buffer").readBigInt64BE(0);
}

import { hash } from "node:crypto";

const ID_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns the id of a conversation, which stays the same when everything is removed and re-read. */
export function conversationId(client: string, session: string): string {
  const digest = hash("sha256", `${client}\0${session}`, "buffer");
  let id = String((digest[0] ?? 0) % 10);
  for (let index = 1; index < 10; index++) id += ID_DIGITS[(digest[index] ?? 0) % 32];
  return id;
}

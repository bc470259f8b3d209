import { createHash } from "node:crypto";

/** A key for a message whose client gives it none: the same whenever the same texts are read. */
export function digestKey(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("base64url").slice(0, 22);
}

import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { RecollectError } from "../core/errors.ts";
import { writePrivateFile } from "./atomic-file.ts";

/** Bytes of an HS256 key (RFC 7518, section 3.2: at least the size of the hash). */
const KEY_BYTES = 32;

/**
 * The key that signs clients' tokens, from its file (mode 0600, base64url), made on first use.
 * @throws storage where the file is there but holds no key: a new one would silently revoke every client
 */
export function loadSigningKey(file: string): Uint8Array {
  if (!existsSync(file)) writePrivateFile(file, `${randomBytes(KEY_BYTES).toString("base64url")}\n`);
  chmodSync(file, 0o600);
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64url");
  if (key.byteLength !== KEY_BYTES) {
    throw new RecollectError("storage", `The signing key in ${file} is damaged.`, {
      hint: "Restore the file from a backup, or remove it and connect the clients again.",
    });
  }
  return key;
}

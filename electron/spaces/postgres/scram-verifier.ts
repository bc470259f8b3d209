import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const derive = promisify(pbkdf2);

/**
 * What the server stores of a password (RFC 5803; PostgreSQL, `pg_authid.rolpassword`). With it in CREATE ROLE, the
 * password itself is neither sent nor in the server's log. @param password ASCII, which needs no SASLprep
 */
export async function scramVerifier(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const salted = await derive(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const serverKey = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

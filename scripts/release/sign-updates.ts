/**
 * Signs the release files that installed applications read, `release/latest*.yml`, with the Ed25519 private key (PEM)
 * in RECOLLECT_UPDATE_KEY. Run it after the files are complete: `node scripts/release/sign-updates.ts
 * release/latest*.yml`. With `--new-key` it prints a new private key, for the secrets of the repository.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { parseRelease } from "../../electron/updates/release-file.ts";
import { isSignedBy, signRelease } from "../../electron/updates/release-signature.ts";

/** The public key that belongs to a private key (PEM), as an application contains it. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(createPrivateKey(privateKey)).export({ format: "der", type: "spki" }).toString("base64");
}

/**
 * Adds the signature to a release file. @throws Error if the file or the key cannot be used
 * @param notes the changes, as the window shows them; unchanged by default
 */
export function signReleaseFile(file: string, privateKey: string, notes?: string): void {
  const document = parseDocument(readFileSync(file, "utf8"));
  if (notes !== undefined) document.set("releaseNotes", notes);
  const release = parseRelease(document.toString());
  document.set("signature", signRelease(release, createPrivateKey(privateKey)));
  const signed = document.toString();
  if (!isSignedBy(parseRelease(signed), publicKeyOf(privateKey))) throw new Error(`${file} could not be signed.`);
  writeFileSync(file, signed);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (args.includes("--new-key")) {
    console.log(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }));
  } else {
    const key = process.env.RECOLLECT_UPDATE_KEY;
    if (!key) throw new Error("RECOLLECT_UPDATE_KEY is not set.");
    for (const file of args) signReleaseFile(file, key);
  }
}

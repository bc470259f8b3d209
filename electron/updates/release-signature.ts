import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** What a release file says about a release: electron-builder's `latest*.yml`. */
export interface SignedRelease {
  readonly version: string;
  readonly notes: string;
  readonly files: readonly { readonly url: string; readonly sha512: string; readonly size: number }[];
  /** Of {@link signedText}, in base64; null if it has none. */
  readonly signature: string | null;
}

/** The first line names the signed kind of text, so that the key cannot be used for a text of another kind. */
function signedText({ version, notes, files }: SignedRelease): Buffer {
  const lines = files.map(({ url, sha512, size }) => [url, sha512, size]);
  return Buffer.from(`recollect release 1\n${JSON.stringify([version, notes, lines])}`);
}

/** Returns the signature of a release. @param key an Ed25519 private key */
export function signRelease(release: SignedRelease, key: KeyObject): string {
  return sign(null, signedText(release), key).toString("base64");
}

/** Whether a release was signed with the private key of this public key (Ed25519, SPKI, DER, base64). */
export function isSignedBy(release: SignedRelease, publicKey: string): boolean {
  if (release.signature === null) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    const signature = Buffer.from(release.signature, "base64");
    return key.asymmetricKeyType === "ed25519" && verify(null, signedText(release), key, signature);
  } catch {
    return false;
  }
}

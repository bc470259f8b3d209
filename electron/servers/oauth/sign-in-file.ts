import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import type { SecretStore } from "../../core/secret-store.ts";
import { type RecordContext, RecordFile } from "../../platform/record-file.ts";

/** The grant of an authorization server for one server. */
export interface SignInGrant {
  /** The only address that the tokens are sent to. */
  readonly serverUrl: string;
  readonly authorizationServerUrl: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** The resource indicator (RFC 8707). */
  readonly resource: string | undefined;
  readonly client: OAuthClientInformationMixed;
  readonly tokens: OAuthTokens;
  /** When the access token is renewed before its use, in milliseconds since 1970; null if unknown. */
  readonly renewAt: number | null;
}

export interface SignInSecrets {
  /** The secret of a client that the owner registered. */
  readonly clientSecret: string | null;
  readonly grant: SignInGrant | null;
}

const status = z.object({
  /** `needed` if the server asks for a sign-in and there is none. */
  state: z.enum(["needed", "done"]),
  /** From the server's challenge. */
  resourceMetadataUrl: z.string().nullable(),
  scope: z.string().nullable(),
});
export type SignInStatus = z.output<typeof status>;

const content = z.object({ status, sealed: z.string().nullable() });
type Content = z.output<typeof content>;

const NO_SECRETS: SignInSecrets = { clientSecret: null, grant: null };

interface SignInFileOptions extends RecordContext {
  /** The server's id. */
  readonly id: string;
  readonly file: string;
  readonly secrets: SecretStore;
}

/**
 * The sign-in at one server. Tokens are too long for an entry in the Windows keychain (2,560 bytes), so the keychain
 * contains a key, and the file contains the secrets encrypted with it (AES-256-GCM).
 */
export class SignInFile {
  readonly #options: SignInFileOptions;
  readonly #file: RecordFile<Content | null>;

  constructor(options: SignInFileOptions) {
    this.#options = options;
    this.#file = new RecordFile<Content | null>({ ...options, schema: content, empty: null, isCompact: true });
  }

  /** Null if the server never asked for a sign-in. Needs no keychain. */
  get status(): SignInStatus | null {
    return this.#file.content?.status ?? null;
  }

  /** @throws unavailable if the keychain is locked */
  async secrets(): Promise<SignInSecrets> {
    const { id, secrets, logger } = this.#options;
    const sealed = this.#file.content?.sealed ?? null;
    if (sealed === null) return NO_SECRETS;
    const key = await secrets.get(keyName(id));
    try {
      if (key === null) throw new Error("The key is missing.");
      return JSON.parse(unseal(sealed, key, id)) as SignInSecrets;
    } catch {
      // The file or the key may be from a backup.
      logger.warn("The sign-in at a server cannot be read", { id });
      return NO_SECRETS;
    }
  }

  /** @throws storage, unavailable; then nothing changes */
  async save(status: SignInStatus, secrets: SignInSecrets): Promise<void> {
    const { id, secrets: store } = this.#options;
    let key = this.#file.content?.sealed == null ? null : await store.get(keyName(id));
    if (key === null) {
      key = randomBytes(32).toString("base64");
      await store.set(keyName(id), key);
    }
    const sealed = seal(JSON.stringify(secrets), key, id);
    this.#file.change(() => ({ status, sealed }));
  }

  /** Changes the status and leaves the secrets. @throws storage */
  setStatus(status: SignInStatus): void {
    this.#file.change((before) => ({ status, sealed: before?.sealed ?? null }));
  }

  async delete(): Promise<void> {
    const { id, secrets } = this.#options;
    const { content } = this.#file;
    if (content === null) return;
    this.#file.remove();
    if (content.sealed !== null) await secrets.delete(keyName(id));
  }
}

const keyName = (id: string) => `server-${id}oauth` as const;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @returns base64 of nonce, tag and ciphertext */
function seal(text: string, key: string, id: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64");
}

/** @throws Error for another key or id, or a changed text */
function unseal(sealed: string, key: string, id: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64"), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}

import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stringify } from "yaml";
import { releaseFileName } from "../release-file.ts";
import { type SignedRelease, signRelease } from "../release-signature.ts";

interface Published {
  readonly version: string;
  readonly notes?: string;
  readonly content?: string;
  /** The digest that the release file names; default: the content's digest. */
  readonly sha512?: string;
  /** Default: the server's own key. Null if it is not signed. */
  readonly key?: KeyObject | null;
}

/** A server of releases on this machine, with files as electron-builder writes them and a key of its own. */
export class ReleaseServer {
  readonly publicKey: string;
  /** The paths that were requested, without their queries, in order. */
  readonly requests: string[] = [];
  readonly #key: KeyObject;
  readonly #files = new Map<string, string>();
  readonly #server = createServer((request, response) => {
    const path = (request.url ?? "").split("?", 1)[0]?.slice(1) ?? "";
    this.requests.push(path);
    const content = this.#files.get(path);
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    this.#key = privateKey;
    this.publicKey = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** The address of the folder with the releases. */
  get feed(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** The contents of an `app-update.yml` that names this server. */
  get config(): string {
    return stringify({ provider: "generic", url: this.feed, updaterCacheDirName: "recollect-updater" });
  }

  /** Makes this the newest release. */
  publish({ version, notes = "", content = `program ${version}`, sha512, key = this.#key }: Published): void {
    const name = `Recollect-${version}.AppImage`;
    const digest = sha512 ?? createHash("sha512").update(content).digest("base64");
    const release: SignedRelease = {
      version,
      notes,
      files: [{ url: name, sha512: digest, size: Buffer.byteLength(content) }],
      signature: null,
    };
    const signature = key === null ? undefined : signRelease(release, key);
    this.#files.clear();
    this.#files.set(name, content);
    const described = { version, files: release.files, path: name, sha512: digest, releaseNotes: notes || undefined };
    const releaseDate = "2026-01-31T12:00:00.000Z";
    this.put(stringify({ ...described, releaseDate, signature }));
  }

  /** Replaces the release file by any text. */
  put(text: string): void {
    this.#files.set(releaseFileName(process.platform, process.arch), text);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

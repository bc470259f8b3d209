import { readLimited } from "../core/util/read-limited.ts";
import { RecollectError } from "../text/errors.ts";
import { parseRelease, releaseFileName } from "./release-file.ts";
import { isSignedBy, type SignedRelease } from "./release-signature.ts";

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 256 * 1024;

export interface CheckOptions {
  /** The address of the folder with the release files; ends with a slash. */
  readonly feed: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Null if this build cannot verify a release, so it does not install one. */
  readonly publicKey: string | null;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
}

/** Reads which release is the newest. The request contains nothing about this installation. @throws unavailable */
export async function checkRelease(options: CheckOptions): Promise<SignedRelease> {
  const { feed, platform, arch, publicKey, fetch, signal } = options;
  const { host } = new URL(feed);
  const url = new URL(releaseFileName(platform, arch), feed).href;
  const text = await readText(fetch, url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])).catch(
    (cause: unknown) => {
      throw new RecollectError("update_unreachable", { host, problem: problemOf(cause) }, { cause });
    },
  );
  let release: SignedRelease;
  try {
    release = parseRelease(text);
  } catch (cause) {
    throw new RecollectError("update_unreadable", { host }, { cause });
  }
  if (publicKey !== null) assertSigned(release, publicKey);
  return release;
}

/** @throws permission_denied for a release that was not signed with the key of this application */
export function assertSigned(release: SignedRelease, publicKey: string): void {
  if (isSignedBy(release, publicKey)) return;
  throw new RecollectError("update_not_signed", { version: release.version });
}

async function readText(fetch: CheckOptions["fetch"], url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, cache: "no-store", headers: { accept: "*/*" } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await readLimited(response, MAX_BYTES)).toString();
}

/** Node hides the reason of a failed connection in the cause. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

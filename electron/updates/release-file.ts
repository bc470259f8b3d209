import { parse } from "yaml";
import { z } from "zod";
import type { SignedRelease } from "./release-signature.ts";
import { isVersion } from "./versions.ts";

/** Of notes, in characters. */
const MAX_NOTES_LENGTH = 20_000;

const notes = z
  .union([z.string(), z.array(z.looseObject({ version: z.string(), note: z.string().nullish() }))])
  .nullish()
  .transform((value) =>
    typeof value === "string"
      ? value
      : (value ?? []).map(({ version, note }) => `${version}\n${note ?? ""}`).join("\n"),
  );

const file = z.object({ url: z.string().min(1), sha512: z.string().min(1), size: z.number().int().default(0) });

/** electron-builder's file about the newest release, with a signature of ours. Unknown fields are ignored. */
const releaseFile = z
  .object({
    version: z.string().refine(isVersion, "is not a version"),
    files: z.array(file).min(1),
    releaseNotes: notes,
    signature: z.string().nullish(),
  })
  .transform(
    ({ version, files, releaseNotes, signature }): SignedRelease => ({
      version,
      files,
      notes: releaseNotes.slice(0, MAX_NOTES_LENGTH),
      signature: signature ?? null,
    }),
  );

/** Reads what the parsed file says. @throws an error of zod */
export function readRelease(value: unknown): SignedRelease {
  return releaseFile.parse(value);
}

/** Reads the text of a file. @throws an error of yaml or zod */
export function parseRelease(text: string): SignedRelease {
  return readRelease(parse(text));
}

/** The name of the file for a system, as electron-builder and electron-updater form it. */
export function releaseFileName(platform: NodeJS.Platform, arch: string): string {
  if (platform === "win32") return "latest.yml";
  if (platform === "darwin") return "latest-mac.yml";
  return arch === "x64" ? "latest-linux.yml" : `latest-linux-${arch}.yml`;
}

import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parseRelease } from "../../electron/updates/release-file.ts";
import { isSignedBy } from "../../electron/updates/release-signature.ts";
import { publicKeyOf, signReleaseFile } from "./sign-updates.ts";

const BUILT = `version: 0.2.0
files:
  - url: Recollect-0.2.0-linux-x64.AppImage
    sha512: dGhlIGRpZ2VzdA==
    size: 130000000
    blockMapSize: 140000
path: Recollect-0.2.0-linux-x64.AppImage
sha512: dGhlIGRpZ2VzdA==
releaseNotes: |
  - Updates
releaseDate: '2026-01-31T12:00:00.000Z'
`;

it("adds a signature to what electron-builder wrote, and changes nothing else", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "latest-linux.yml");
  writeFileSync(file, BUILT);
  const key = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const other = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  signReleaseFile(file, key);
  const text = readFileSync(file, "utf8");
  expect(text.replace(/^signature: .*\n/m, "")).toBe(BUILT);
  const release = parseRelease(text);
  expect(isSignedBy(release, publicKeyOf(key))).toBe(true);
  expect(isSignedBy(release, publicKeyOf(other))).toBe(false);
  expect(isSignedBy(parseRelease(text.replaceAll("0.2.0", "0.3.0")), publicKeyOf(key))).toBe(false);
  expect(isSignedBy(parseRelease(text.replace("dGhlIGRpZ2VzdA==", "b3RoZXI=")), publicKeyOf(key))).toBe(false);
  signReleaseFile(file, other, "- Other notes");
  expect(parseRelease(readFileSync(file, "utf8")).notes).toBe("- Other notes");
  expect(isSignedBy(parseRelease(readFileSync(file, "utf8")), publicKeyOf(other))).toBe(true);
});

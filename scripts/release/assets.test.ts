import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { writeAssets } from "./assets.ts";
import { readReleaseFiles } from "./release-file.ts";
import { createSbom } from "./sbom.ts";

const VERSION = "1.2.3";
const CHANGELOG =
  "# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [1.2.3] - 2026-11-23\n\n- First.\n\n## [1.2.2]\n\n- Old.\n";
const ENV = { GITHUB_REPOSITORY: "acme/recollect" };
const DOWNLOAD = "https://github.com/acme/recollect/releases/download/v1.2.3";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "recollect-release-"));
  folder = mkdtempSync(path.join(parent, "files-"));
  for (const end of [
    ...[
      "linux-x86_64.AppImage",
      "linux-arm64.AppImage",
      "linux-amd64.deb",
      "mac-arm64-unsigned.dmg",
      "mac-x64-unsigned.dmg",
    ],
    "win-x64.exe",
  ]) {
    writeFileSync(path.join(folder, `Recollect-${VERSION}-${end}`), end);
  }
  writeFileSync(path.join(folder, `recollect-${VERSION}.mcpb`), "bundle");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const read = (...names: string[]) => readFileSync(path.join(folder, ...names), "utf8");
const complete = () => writeAssets(folder, ENV, VERSION, CHANGELOG);
const sha256 = (end: string) => readReleaseFiles(folder).find(({ name }) => name.endsWith(end))?.sha256;

/** The rules of the schema 2025-12-11 for the fields that are used. */
const version = z.string().regex(/^\d+\.\d+\.\d+$/);
const serverSchema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  websiteUrl: z.url(),
  packages: z.array(
    z.strictObject({
      registryType: z.enum(["npm", "mcpb"]),
      identifier: z.string(),
      version,
      fileSha256: z
        .string()
        .regex(/^[a-f0-9]{64}$/)
        .optional(),
      runtimeHint: z.literal("npx").optional(),
      packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })).optional(),
      transport: z.strictObject({ type: z.literal("stdio") }),
    }),
  ),
});

it("describes the release for the registry of MCP servers", () => {
  complete();
  const { name, packages } = serverSchema.parse(JSON.parse(read("server.json")));
  expect(name).toBe("io.github.acme/recollect");
  expect(packages.map(({ identifier }) => identifier)).toEqual(["recollect", `${DOWNLOAD}/recollect-1.2.3.mcpb`]);
  expect(packages[1]?.fileSha256).toBe(sha256(".mcpb"));
});

it("writes the checksum of every file, in the format of sha256sum", () => {
  complete();
  const lines = read("SHA256SUMS").trimEnd().split("\n");
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(lines.map((line) => line.slice(66)).sort()).toEqual(
    files
      .map(({ name }) => name)
      .filter((name) => name !== "SHA256SUMS")
      .sort(),
  );
  expect(lines).toContain(`${sha256(".deb")}  Recollect-1.2.3-linux-amd64.deb`);
});

it("fills the cask of Homebrew with both processors", () => {
  complete();
  const cask = read("homebrew", "recollect.rb");
  expect(cask).toContain(
    `url "${DOWNLOAD.replace(VERSION, "#{version}")}/Recollect-#{version}-mac-#{arch}-unsigned.dmg"`,
  );
  expect(cask).toContain(`arm:   "${sha256("mac-arm64-unsigned.dmg")}"`);
  expect(cask).toContain(`intel: "${sha256("mac-x64-unsigned.dmg")}"`);
});

it("fills the manifests of winget", () => {
  complete();
  const names = readdirSync(path.join(folder, "winget"));
  const manifests = names.map((name) => parse(read("winget", name)));
  expect(manifests.map(({ ManifestType }) => ManifestType).sort()).toEqual(["defaultLocale", "installer", "version"]);
  for (const each of manifests)
    expect(each).toMatchObject({ PackageIdentifier: "acme.Recollect", PackageVersion: VERSION });
  expect(manifests.find(({ ManifestType }) => ManifestType === "installer")).toMatchObject({
    Installers: [
      {
        Architecture: "x64",
        InstallerUrl: `${DOWNLOAD}/Recollect-1.2.3-win-x64.exe`,
        InstallerSha256: sha256(".exe")?.toUpperCase(),
      },
    ],
  });
});

it("writes notes with the changes of this version only, and the unsigned files", () => {
  complete();
  const notes = readFileSync(path.join(parent, "release-notes.md"), "utf8");
  expect(notes).toContain("- First.");
  expect(notes).not.toMatch(/Later|Old/);
  expect(notes).toContain("- `Recollect-1.2.3-mac-x64-unsigned.dmg`");
  expect(notes).not.toContain("`Recollect-1.2.3-win-x64.exe`");
});

it("refuses a release that lacks a file, a section of the changelog or a repository", () => {
  expect(() => writeAssets(folder, ENV, "9.9.9", CHANGELOG)).toThrow('no section "## [9.9.9]"');
  expect(() => writeAssets(folder, {}, VERSION, CHANGELOG)).toThrow("GITHUB_REPOSITORY");
  rmSync(path.join(folder, "Recollect-1.2.3-win-x64.exe"));
  expect(complete).toThrow("0 files of the release end with -win-x64.exe");
});

it("lists the shipped packages in the SBOM, with hashes, and no development tool", () => {
  const { components, dependencies } = createSbom();
  const named = (name: string) => components.find((component) => component.name === name);
  for (const name of ["zod", "react", "better-sqlite3", "electron", "@napi-rs/keyring-darwin-arm64"]) {
    expect(named(name), name).toMatchObject({ hashes: [{ alg: "SHA-512" }], scope: "required" });
  }
  expect(named("all-MiniLM-L6-v2")).toMatchObject({ hashes: [{ alg: "SHA-256" }] });
  for (const name of ["vitest", "typescript", "electron-builder"]) expect(named(name), name).toBeUndefined();
  const references = components.map((component) => component["bom-ref"]);
  expect(references).toEqual(expect.arrayContaining(dependencies.flatMap(({ dependsOn }) => dependsOn)));
});

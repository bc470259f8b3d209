/**
 * `node scripts/release/assets.ts FOLDER`: completes a folder with all files of a release: checksums, the description for
 * the registry of MCP servers, the notes, and in the folders `homebrew` and `winget` what these registries need.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../tools.ts";
import { homebrewCask, type Release, serverJson, wingetManifests } from "./registries.ts";
import { formatChecksums, readReleaseFiles } from "./release-file.ts";
import { releaseNotes } from "./release-notes.ts";
import { requireRepository } from "./repository.ts";

/** Writes the files. @throws Error if a file of the release is missing, or the changelog has no section of the version */
export function writeAssets(folder: string, env: NodeJS.ProcessEnv, version: string, changelog: string): void {
  const release: Release = { version, repository: requireRepository(env), files: readReleaseFiles(folder) };
  write(path.join(folder, "..", "release-notes.md"), releaseNotes(release, changelog));
  write(path.join(folder, "homebrew", `${manifest.name}.rb`), homebrewCask(release));
  for (const [name, text] of Object.entries(wingetManifests(release))) write(path.join(folder, "winget", name), text);
  write(path.join(folder, "server.json"), `${JSON.stringify(serverJson(release), null, 2)}\n`);
  write(path.join(folder, "SHA256SUMS"), formatChecksums(readReleaseFiles(folder)));
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name the folder with the files of the release.");
  writeAssets(folder, process.env, manifest.version, readFileSync(path.join(root, "CHANGELOG.md"), "utf8"));
}

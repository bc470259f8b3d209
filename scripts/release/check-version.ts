/** `node scripts/release/check-version.ts TAG`: fails unless a tag, the version and the changelog agree. */
import { readFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../tools.ts";
import { changesOf } from "./release-notes.ts";

const [tag] = process.argv.slice(2);
if (tag !== `v${manifest.version}`) {
  throw new Error(`The tag is ${tag}, and package.json has the version ${manifest.version}.`);
}
changesOf(readFileSync(path.join(root, "CHANGELOG.md"), "utf8"), manifest.version);

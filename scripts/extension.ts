/**
 * `npx node scripts/extension.ts [FILE]`: packs the stdio shim as a bundle that Claude Desktop installs with a double click.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildExtension } from "../electron/connect/extension.ts";
import { resourcePaths } from "../electron/platform/resources.ts";
import { build } from "./build.ts";
import { root } from "./tools.ts";

build();
const bundle = path.resolve(process.argv[2] ?? path.join(root, "dist", "recollect.mcpb"));
mkdirSync(path.dirname(bundle), { recursive: true });
writeFileSync(bundle, buildExtension({ ...resourcePaths(root), env: {}, startCommand: null }));
console.log(path.relative(root, bundle));

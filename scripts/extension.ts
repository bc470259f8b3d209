/**
 * `npx node scripts/extension.ts`: packs the stdio shim as a bundle that Claude Desktop installs with a double click.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildExtension } from "../electron/connect/extension.ts";
import { resourcePaths } from "../electron/platform/resources.ts";
import { build } from "./build.ts";
import { root } from "./tools.ts";

build();
const bundle = path.join(root, "dist", "recollect.mcpb");
writeFileSync(bundle, buildExtension({ ...resourcePaths(root), env: {}, startCommand: null }));
console.log(path.relative(root, bundle));

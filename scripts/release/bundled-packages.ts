// Ours, because rollup-plugin-license writes a finished file per build, and the notices join four builds, native packages
// and the model; it would also install rollup next to rolldown.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "rolldown";
import { root } from "../tools.ts";

/** The lists of packages in each build. */
export const PACKAGE_LISTS: string = path.join(root, "dist", "packages");

/**
 * Writes the folders of the packages whose code is in a build to `dist/packages/<name>.json`, for the notices of their
 * licences. `package.json` does not know them: everything that is bundled is a development dependency there.
 */
export function listPackages(name: string): Plugin {
  return {
    name: "list-packages",
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const output of Object.values(bundle)) {
        if (output.type !== "chunk") continue;
        for (const id of output.moduleIds) {
          const folder = packageFolder(id);
          if (folder !== null) folders.add(folder);
        }
      }
      mkdirSync(PACKAGE_LISTS, { recursive: true });
      writeFileSync(path.join(PACKAGE_LISTS, `${name}.json`), `${JSON.stringify([...folders].sort(), null, 2)}\n`);
    },
  };
}

/** The folder of the package that contains a module, as in the lock file: `node_modules/a/node_modules/@b/c`. */
function packageFolder(id: string): string | null {
  const match = /^.*[\\/](?=node_modules[\\/])(?:.*[\\/])?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(
    id.replace(/^\0/, ""),
  );
  if (match === null) return null;
  return path.relative(root, match[0]).replaceAll(path.sep, "/");
}

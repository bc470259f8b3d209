import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../tools.ts";
import { PACKAGE_LISTS } from "./bundled-packages.ts";

/** A package whose code the application contains. */
export interface ShippedPackage {
  /** As in the lock file. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or what the package says instead. */
  readonly licence: string;
  readonly author: string;
}

/**
 * Shipped next to the bundles: native code, WebAssembly, the runtime, and styles, of which bundlers report no module.
 */
const UNBUNDLED = [
  "better-sqlite3",
  "@napi-rs/keyring",
  "onnxruntime-common",
  "onnxruntime-node",
  "onnxruntime-web",
  "tailwindcss",
  "electron",
];

/** Returns what the builds in `dist/` and the packaged application contain, by name. Run it after the builds. */
export function shippedPackages(): ShippedPackage[] {
  const folders = new Set(UNBUNDLED.map((name) => `node_modules/${name}`));
  for (const native of globSync("node_modules/@napi-rs/keyring-*", { cwd: root })) {
    folders.add(native.replaceAll(path.sep, "/"));
  }
  const lists = globSync("*.json", { cwd: PACKAGE_LISTS });
  if (lists.length === 0) throw new Error(`There is no list of packages in ${PACKAGE_LISTS}; run npm run build first.`);
  for (const list of lists) {
    for (const folder of JSON.parse(readFileSync(path.join(PACKAGE_LISTS, list), "utf8"))) folders.add(folder);
  }
  return [...folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1) || (a.folder < b.folder ? -1 : 1));
}

function readPackage(folder: string): ShippedPackage {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const { name, version, license = "none", author } = manifest;
  return {
    folder,
    name,
    version,
    licence: typeof license === "string" ? license : String(license.type),
    author: typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`),
  };
}

#!/usr/bin/env node
/**
 * Makes a Debian package from the arguments that electron-builder gives to fpm, which it downloads from GitHub. For trying
 * the package where GitHub cannot be reached (try-deb.ts): same files, scripts, dependencies and desktop entry.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" } as const;
const list = { type: "string", multiple: true } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    ...{ architecture: text, name: text, maintainer: text, description: text, version: text, package: text, url: text },
    ...{ "after-install": text, "after-remove": text, license: text, vendor: text, "deb-priority": text },
    ...{ s: { type: "string", short: "s" }, t: { type: "string", short: "t" }, force: { type: "boolean" } },
    ...{
      d: { ...list, short: "d" },
      "deb-recommends": list,
      "deb-compression": text,
      "deb-no-default-config-files": text,
    },
  },
});
const value = (name: string) => String(values[name] ?? "");
const stage = mkdtempSync(path.join(tmpdir(), "recollect-deb-"));
for (const positional of positionals) {
  const [from = "", to = ""] = positional.split("=");
  const target = path.join(stage, to);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true });
}
mkdirSync(path.join(stage, "DEBIAN"));
const [summary = "", ...details] = value("description").split("\n");
const control = {
  Package: value("name"),
  Version: value("version"),
  Architecture: value("architecture"),
  Maintainer: value("maintainer"),
  Homepage: value("url"),
  Priority: value("deb-priority"),
  Depends: [values.d ?? []].flat().join(", "),
  Recommends: [values["deb-recommends"] ?? []].flat().join(", "),
  Description: [summary, ...details.map((line) => ` ${line.trim()}`)].join("\n"),
};
const lines = Object.entries(control).map(([key, field]) => `${key}: ${field}`);
writeFileSync(path.join(stage, "DEBIAN", "control"), `${lines.join("\n")}\n`);
for (const [option, name] of [
  ["after-install", "postinst"],
  ["after-remove", "postrm"],
] as const) {
  const script = path.join(stage, "DEBIAN", name);
  writeFileSync(script, readFileSync(value(option)));
  chmodSync(script, 0o755);
}
const { status } = spawnSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "-z1", "--build", stage, value("package")], {
  stdio: "inherit",
});
rmSync(stage, { recursive: true, force: true });
process.exitCode = status ?? 1;

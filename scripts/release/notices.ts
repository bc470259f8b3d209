/** Writes the notices of third-party licences: as text for the packages, and as JSON for the window. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { NOTICES_FILE, type Notice } from "../../electron/core/notice.ts";
import { root } from "../tools.ts";
import { isAllowed, mitText } from "./licences.ts";
import { type ShippedPackage, shippedPackages } from "./shipped-packages.ts";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|third.?party.?notices)[\w.-]*$/i;

/**
 * Returns the notices of all packages, of the embedding model, and of what packages contain but do not name.
 * @throws Error that names every package whose licence is not allowed
 */
export function createNotices(packages: readonly ShippedPackage[]): Notice[] {
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0) {
    const names = refused.map(({ name, version, licence }) => `${name}@${version} (${licence})`).join(", ");
    throw new Error(`Not on the list of allowed licences (scripts/release/licences.ts): ${names}.`);
  }
  const notices = packages.map((shipped) => ({
    name: shipped.name,
    version: shipped.version,
    licence: shipped.licence,
    text: licenceText(shipped),
  }));
  return [...OTHERS, ...notices].filter(isFirst);
}

/** The same package is in several folders where others need it. */
function isFirst({ name, version }: Notice, index: number, all: readonly Notice[]): boolean {
  return all.findIndex((other) => other.name === name && other.version === version) === index;
}

function licenceText({ folder, name, licence, author }: ShippedPackage): string {
  const files = readdirSync(path.join(root, folder)).filter((file) => LICENCE_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(path.join(root, folder, file), "utf8").trim());
  if (texts.length > 0) return texts.join("\n\n");
  if (licence === "MIT") return mitText(author);
  throw new Error(`${name} contains no text of its licence, ${licence}.`);
}

const readModelFile = (name: string) => readFileSync(path.join(root, "resources", "model", name), "utf8").trim();

const OTHERS: readonly Notice[] = [
  {
    name: "Chromium and Node.js, in Electron",
    version: "",
    licence: "BSD-3-Clause and others",
    text: "The desktop application contains Chromium, Node.js and their libraries. Their licences are in LICENSES.chromium.html in the folder of the application, on macOS in Contents/Resources.",
  },
  {
    name: "all-MiniLM-L6-v2, the embedding model",
    version: "",
    licence: "Apache-2.0",
    text: `${readModelFile("NOTICE.md")}\n\n${readModelFile("LICENSE")}`,
  },
  {
    name: "SQLite, in better-sqlite3",
    version: "",
    licence: "public domain",
    text: "SQLite is in the public domain. See https://sqlite.org/copyright.html.",
  },
];

function formatNotices(notices: readonly Notice[]): string {
  const parts = notices.map(({ name, version, licence, text }) =>
    [`${name} ${version}`.trim(), `Licence: ${licence}`, "", text].join("\n"),
  );
  return `Recollect contains the following third-party software.\n\n${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

if (import.meta.main) {
  const notices = createNotices(shippedPackages());
  writeFileSync(path.join(root, "dist", "renderer", NOTICES_FILE), JSON.stringify(notices));
  writeFileSync(path.join(root, "dist", "THIRD-PARTY-NOTICES.txt"), formatNotices(notices));
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ConnectClient, Machine } from "./client.ts";
import { CLIENTS, DEEP_LINK_SCHEMES } from "./registry.ts";

const GUIDE = new URL("../../docs/guide/clients.md", import.meta.url);
const LINUX: Machine = { platform: "linux", home: "~", env: {} };

/** The row of a client in the guide, with the paths of Linux. */
function rowOf(client: ConnectClient): string {
  const code = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(", ");
  const { paths, commands } = client.installMarkers(LINUX);
  const files = client.userFiles(LINUX);
  const { projectFile, deepLink } = client;
  const project = projectFile === null ? "" : code([projectFile.path]);
  const onlyStdio = client.takesHttp && projectFile?.tokenReference === null;
  const cells = [
    client.title,
    code([...paths.filter((path) => !files.includes(path)), ...commands]),
    files.length === 0 ? "in its settings" : code(files),
    client.takesHttp ? "yes" : "",
    onlyStdio ? `${project}, stdio` : project,
    deepLink === undefined ? "" : code([deepLink.scheme]),
  ];
  return `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |").replaceAll("|  |", "| |");
}

it("lists every client in the guide as the registry describes it", () => {
  const rows = CLIENTS.filter(({ isGeneric }) => isGeneric !== true).map(rowOf);
  expect(readFileSync(GUIDE, "utf8")).toContain(rows.join("\n"));
});

it("lists each client once, and one generic configuration last", () => {
  const ids = CLIENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(CLIENTS.filter(({ isGeneric }) => isGeneric === true)).toEqual([CLIENTS.at(-1)]);
  expect(DEEP_LINK_SCHEMES).toEqual(["cursor:", "vscode:", "lmstudio:"]);
});

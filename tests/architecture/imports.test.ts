import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..", "..");
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?"([^"]+)"|import\("([^"]+)"\)/g;
const COMPOSITION = "app";

interface Import {
  readonly file: string;
  /** A file of the project; "" for a package. */
  readonly target: string;
  /** A package with its path; "" for a file. */
  readonly specifier: string;
}

/** Every import of product code: `electron/store/x.ts` is in the folder `store`, `electron/app.ts` is `app.ts`. */
const imports: readonly Import[] = globSync("{electron,renderer}/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file.replaceAll("\\", "/")))
  .flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return [...text.matchAll(IMPORT)].map(([, fixed = "", dynamic = ""]) => {
      const specifier = fixed || dynamic;
      const relative = specifier.startsWith(".");
      const target = relative ? path.join(path.dirname(file), specifier).replaceAll("\\", "/") : "";
      return { file: file.replaceAll("\\", "/"), target, specifier: relative ? "" : specifier };
    });
  });

const architecture = readFileSync(path.join(ROOT, "docs", "ARCHITECTURE.md"), "utf8");

/** The rows of the table whose header starts with this cell. */
function tableOf(header: string): readonly string[][] {
  const [, rows = ""] = architecture.split(new RegExp(`\\| ${header} \\|.*\\n\\|[-|]+\\n`));
  const [table = ""] = rows.split("\n\n");
  return table.split("\n").map((row) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

function folderOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  return top === "renderer" ? top : second;
}

it("lists exactly the imports between folders that the code has", () => {
  const rows = tableOf("folder").map(([folder = "", , allowed = ""]) => [namesIn(folder)[0] ?? "", allowed] as const);
  const folders = rows.map(([folder]) => folder);
  for (const [folder, allowed] of rows.filter(([name]) => name !== COMPOSITION)) {
    const used = imports
      .filter(({ file, target }) => folderOf(file) === folder && /^(electron|renderer)\//.test(target))
      .map(({ target }) => folderOf(target))
      .filter((target) => target !== folder);
    expect([...new Set(used)].sort(), folder).toEqual([...namesIn(allowed)].sort());
  }
  const existing = new Set(imports.map(({ file }) => folderOf(file)).filter((folder) => !folder.endsWith(".ts")));
  expect([...existing].sort()).toEqual([...folders].sort());
});

it("lets only the composition and the hosts import the composition", () => {
  const importers = imports
    .filter(({ file, target }) => /^electron\/app[./]/.test(target) && !/^electron\/app[./]/.test(file))
    .map(({ file }) => folderOf(file));
  expect([...new Set(importers)].sort()).toEqual(["desktop", "run-headless.ts"]);
});

it("lists exactly the importers of each restricted package", () => {
  for (const [name = "", importers = ""] of tableOf("package")) {
    const [restricted = ""] = namesIn(name);
    const used = imports
      .filter(({ specifier }) => specifier === restricted || specifier.startsWith(`${restricted}/`))
      .map(({ file }) => file.replace(/^electron\//, ""));
    const listed = namesIn(importers);
    const outside = used.filter((file) => !listed.some((place) => file === place || file.startsWith(`${place}/`)));
    expect(outside, restricted).toEqual([]);
    const unused = listed.filter((place) => !used.some((file) => file === place || file.startsWith(`${place}/`)));
    expect(unused, restricted).toEqual([]);
  }
});

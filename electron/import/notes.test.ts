import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportItem } from "./import-item.ts";
import { openImportSource } from "./open-source.ts";
import { testFolder } from "./testing/databases.ts";

const FILE_DATE = new Date(2019, 3, 5, 6, 7);

/** Writes files and returns the items of their folder. */
async function readFolder(files: Readonly<Record<string, string | Buffer>>, prepare?: (folder: string) => void) {
  const folder = testFolder();
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, FILE_DATE, FILE_DATE);
  }
  prepare?.(folder);
  return await Array.fromAsync((await openImportSource(folder)).items);
}

async function readNote(content: string | Buffer) {
  const items = await readFolder({ "note.md": content });
  const [memory] = items.flatMap((item) => (item.kind === "memory" ? item.memory : []));
  return { memory, notices: reasonsOf(items), items };
}

function reasonsOf(items: readonly ImportItem[]): unknown[] {
  return items.flatMap((item) => (item.kind === "notice" ? item.error.details?.reason : []));
}

const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime();
const withFields = (...lines: string[]) => `---\n${lines.join("\n")}\n---\n\nText.`;

describe("the front matter of a note", () => {
  it("is read line by line and reported if it is not YAML", async () => {
    const { memory, notices } = await readNote(
      withFields("title: Fwd: Household hints: part 2", "tags: house; garden", "created: 2024-05-06", "type: decision"),
    );
    expect(memory).toMatchObject({
      content: "# Fwd: Household hints: part 2\n\nText.",
      tags: ["house", "garden"],
      namespace: "decisions",
      createdAt: local(2024, 5, 6),
    });
    expect(notices).toEqual(["import_front_matter_repaired"]);
  });

  it("is text if it is text between two rules", async () => {
    const text = "---\nA text between rules.\n---\n\nMore.";
    const { memory, notices } = await readNote(text);
    expect([memory?.content, notices]).toEqual([text, []]);
  });

  it("gives a title that the first heading does not have", async () => {
    expect((await readNote("---\ntitle: Coffee\n---\n# Coffee\n\nV60.")).memory?.content).toBe("# Coffee\n\nV60.");
    expect((await readNote("---\ntitle: Coffee\n---\n# Tea\n\nSencha.")).memory?.content).toBe(
      "# Coffee\n\n# Tea\n\nSencha.",
    );
  });
});

describe("the dates of a note", () => {
  it.each([
    ["06.05.2024", ["created: 06.05.2024"]],
    ["a day-first date in the same file", ["created: 06/05/2024", "modified: 13/05/2024"]],
    ["a German note", ["lang: de", "created: 06/05/2024"]],
    ["a British note", ["locale: en_GB", "date: 06-05-2024"]],
    ["an American note", ["lang: en-US", "created: 05/06/2024"]],
    ["the name of the month", ["created: 6. Mai 2024"]],
    ["a number", ["date: 20240506"]],
    ["the name in capitals", ["Created: 2024-05-06"]],
    ["the date of change only", ["modified: 2024-05-06"]],
    ["another name for it", ["updated_at: 2024-05-06"]],
    ["a comment after it", ["created: 2024-05-06 # or later"]],
    ["two digits for the year, and a long date in the same order", ["created: 06.05.24", "modified: 13.05.2024"]],
    ["two digits for the year in both dates", ["created: 06/05/24", "modified: 13/05/24"]],
    ["two digits for the year, the month first", ["created: 5/6/24", "modified: 5/13/2024"]],
    ["two digits for the year, the year first", ["created: 24-05-06", "modified: 24-05-31"]],
    ["two digits for the year of the same day", ["created: 06-05-24", "reviewed: 2024-05-06"]],
    ["two digits for the year in a German note", ["lang: de", "created: 06.05.24"]],
  ])("are understood: %s", async (_case, lines) => {
    const { memory, notices } = await readNote(withFields(...lines));
    expect([memory?.createdAt, notices]).toEqual([local(2024, 5, 6), []]);
  });

  it.each([
    ["created: 06/05/2024", "import_date_ambiguous"],
    ["date: 6-5-2024", "import_date_ambiguous"],
    ["created: last spring", "import_date_unknown"],
    ["created: 31.02.2024", "import_date_unknown"],
    ["created: 06/05/24", "import_date_unknown"],
    ["created: 31.12.24", "import_date_unknown"],
    ["created: 32.13.24\nmodified_by: 13.05.2024", "import_date_unknown"],
    ["created: 2024", "import_date_unknown"],
  ])("are the date of the file and a notice for %s", async (line, reason) => {
    const { memory, notices } = await readNote(withFields(line));
    expect([memory?.createdAt, notices]).toEqual([FILE_DATE.getTime(), [reason]]);
  });

  it("are the date of the file without a date, and never in the future", async () => {
    expect((await readNote("Text.")).memory?.createdAt).toBe(FILE_DATE.getTime());
    const before = Date.now();
    const [item] = await readFolder({ "note.md": "Text." }, (folder) => {
      const later = new Date(Date.now() + 1e9);
      utimesSync(path.join(folder, "note.md"), later, later);
    });
    const createdAt = item?.kind === "memory" ? (item.memory.createdAt ?? 0) : 0;
    expect(createdAt >= before && createdAt <= Date.now()).toBe(true);
  });

  it("have a day of validity in any form that is clear, and both dates", async () => {
    const lines = ["created: 2024-05-06", "updated: 13.05.2024", "expires: 31.12.2030", "valid_from: 1 June 2024"];
    expect((await readNote(withFields(...lines))).memory).toMatchObject({
      createdAt: local(2024, 5, 6),
      updatedAt: local(2024, 5, 13),
      validFrom: "2024-06-01",
      validUntil: "2030-12-31",
    });
  });
});

describe("the encoding of a note", () => {
  it.each([
    ["Latin-1", Buffer.from("Grüße aus Köln", "latin1"), ["import_text_encoding"]],
    ["UTF-16", Buffer.from("\ufeffGrüße aus Köln", "utf16le"), []],
    ["UTF-16, big-endian", Buffer.from("\ufeffGrüße aus Köln", "utf16le").swap16(), []],
    ["UTF-8 with a mark", Buffer.from("\ufeffGrüße aus Köln"), []],
  ])("is decoded: %s", async (_case, bytes, expected) => {
    const { memory, notices } = await readNote(bytes);
    expect([memory?.content, notices]).toEqual(["Grüße aus Köln", expected]);
  });

  it("is named if it is not known, and if characters are damaged", async () => {
    const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    expect((await readNote(russian)).items).toMatchObject([{ kind: "unreadable", reason: "import_note_encoding" }]);
    const damaged = Buffer.concat([Buffer.from("Grüße aus "), Buffer.from([0xff])]);
    expect((await readNote(damaged)).notices).toEqual(["import_text_damaged"]);
  });
});

describe("a folder of notes", () => {
  const placesOf = (items: readonly ImportItem[]) =>
    items.flatMap((item) => (item.kind === "memory" || item.kind === "unreadable" ? item.place : []));
  const skippedOf = (items: readonly ImportItem[]) =>
    Object.fromEntries(items.flatMap((item) => (item.kind === "skipped" ? [[item.reason, item.files]] : [])));

  it("leaves out dependencies, and names them", async () => {
    const items = await readFolder({
      "README.md": "Mine",
      "node_modules/a/README.md": "Theirs",
      "web/node_modules/@b/c/README.md": "Theirs",
      "web/bower_components/a/README.md": "Theirs",
      "web/notes.md": "Mine",
      "php/composer.json": "{}",
      "php/vendor/a/README.md": "Theirs",
      "vendor/acme.md": "Mine: a vendor",
      "env/pyvenv.cfg": "",
      "env/lib/a.md": "Theirs",
      "rust/Cargo.toml": "",
      "rust/target/doc/a.md": "Theirs",
      "target/goals.md": "Mine",
    });
    expect(placesOf(items)).toEqual(["README.md", "target/goals.md", "vendor/acme.md", "web/notes.md"]);
    expect(skippedOf(items)).toMatchObject({
      dependency: ["env", "node_modules", "php/vendor", "rust/target", "web/bower_components", "web/node_modules"],
      "other-file": ["php/composer.json", "rust/Cargo.toml"],
    });
  });

  it("leaves out the files that .gitignore files name, as git does", async () => {
    const items = await readFolder({
      ".gitignore": "build/\n*.tmp.md\n/only-here.md\n# a comment\n!keep.tmp.md\n",
      "a.md": "Mine",
      "b.tmp.md": "No",
      "keep.tmp.md": "Mine",
      "build/out.md": "No",
      "sub/build/out.md": "No",
      "sub/only-here.md": "Mine",
      "only-here.md": "No",
      "sub/.gitignore": "drafts\n!c.tmp.md\n",
      "sub/c.tmp.md": "Mine",
      "sub/drafts/d.md": "No",
      "drafts/d.md": "Mine",
    });
    expect(placesOf(items)).toEqual(["a.md", "drafts/d.md", "keep.tmp.md", "sub/c.tmp.md", "sub/only-here.md"]);
    expect(new Set(skippedOf(items).ignored)).toEqual(
      new Set(["b.tmp.md", "build", "only-here.md", "sub/build", "sub/drafts"]),
    );
  });

  it("names hidden files, links and files that are not notes", async () => {
    const items = await readFolder(
      { "a.md": "A", ".obsidian/b.md": "B", ".c.md": "C", "d.png": "", ".git/e.md": "" },
      (folder) => {
        symlinkSync(path.join(folder, "a.md"), path.join(folder, "link.md"));
        symlinkSync(folder, path.join(folder, "loop"));
      },
    );
    expect(placesOf(items)).toEqual(["a.md"]);
    expect(skippedOf(items)).toEqual({
      hidden: [".c.md", ".obsidian"],
      link: ["link.md", "loop"],
      "other-file": ["d.png"],
    });
  });

  it("reports why it has no notes", async () => {
    const items = await readFolder({ "node_modules/a/README.md": "Theirs" });
    expect(items).toMatchObject([{ kind: "skipped", reason: "dependency", count: 1, files: ["node_modules"] }]);
    await expect(readFolder({ "a.txt": "A" })).rejects.toMatchObject({ details: { reason: "import_no_markdown" } });
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "names a folder that it cannot list",
    async () => {
      const items = await readFolder({ "a.md": "A", "locked/b.md": "B" }, (folder) =>
        chmodSync(path.join(folder, "locked"), 0),
      );
      expect(items).toMatchObject([
        { kind: "memory" },
        { kind: "unreadable", reason: "import_folder_unreadable", place: "locked" },
      ]);
    },
  );
});

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeFile, readTextFile } from "./change-file.ts";

const NOW = new Date("2026-05-01T10:00:00Z");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-change-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("changing another program's file", () => {
  it("keeps mode and symbolic link, and what was there beside it", async () => {
    const real = path.join(folder, "dotfiles.md");
    const link = path.join(folder, "CLAUDE.md");
    writeFileSync(real, "old");
    chmodSync(real, 0o640);
    symlinkSync(real, link);
    const { backup } = await changeFile(link, "old", "new", NOW);
    expect(readFileSync(link, "utf8")).toBe("new");
    expect(readFileSync(backup ?? "", "utf8")).toBe("old");
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("makes a missing file with its folder, and removes one that holds nothing any more", async () => {
    const file = path.join(folder, ".cursor", "rules", "recollect.mdc");
    expect(await readTextFile(file)).toBe("");
    expect(await changeFile(file, "", "text", NOW)).toMatchObject({ backup: null });
    expect(readFileSync(file, "utf8")).toBe("text");
    await changeFile(file, "text", "", NOW);
    expect(existsSync(file)).toBe(false);
  });

  it("touches nothing where nothing changes, or where someone else changed it meanwhile", async () => {
    const file = path.join(folder, "AGENTS.md");
    writeFileSync(file, "theirs");
    expect(await changeFile(file, "theirs", "theirs", NOW)).toMatchObject({ backup: null });
    await expect(changeFile(file, "older", "ours", NOW)).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(file, "utf8")).toBe("theirs");
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("leaves what is no text alone", async () => {
    const file = path.join(folder, "AGENTS.md");
    writeFileSync(file, Buffer.from([0x61, 0xff, 0x62]));
    await expect(readTextFile(file)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});

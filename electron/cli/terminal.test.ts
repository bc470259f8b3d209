import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { WriteStream } from "node:tty";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { COMMAND_LINE_ENTRY } from "../../tests/testing/entries.ts";
import { createTerminal, formatJson, plainText } from "./terminal.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

/** Runs a command on a terminal of its own (util-linux). */
const SCRIPT = "/usr/bin/script";

describe("plainText", () => {
  it("shows control characters and other hidden ones as marks", () => {
    expect(plainText("\u001b]52;c;AA\u0007 \u009b31m a\u202eb\r\nnext\tcolumn")).toBe(
      "⟨U+001B⟩]52;c;AA⟨U+0007⟩ ⟨U+009B⟩31m a⟨U+202E⟩b\nnext\tcolumn",
    );
  });
});

describe("a terminal", () => {
  it("writes no control character of others, whatever a command prints, and keeps its own styles", () => {
    const written: string[] = [];
    const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) } as unknown as WriteStream;
    const terminal = createTerminal(stream, stream, { TERM: "xterm" });
    const name = "\u001b]0;title\u0007 \u009b31m a\u202eb\r";
    terminal.print(`${terminal.faint(name)} ${terminal.bold("own")}`);
    terminal.note(name);
    terminal.progress(name);
    terminal.printJson({ name });
    const marks = "⟨U+001B⟩]0;title⟨U+0007⟩ ⟨U+009B⟩31m a⟨U+202E⟩b⟨U+000D⟩";
    expect(written[0]).toBe(`\u001b[2m${marks}\u001b[22m \u001b[1mown\u001b[22m\n`);
    expect(written[1]).toBe(`${marks}\n`);
    expect(written[2]).toBe(marks);
    expect(JSON.parse(written.at(-1) ?? "")).toEqual({ name });
  });
});

describe("formatJson", () => {
  it("escapes every control character and keeps the value", () => {
    const value = { content: "\u001b[31m \u007f \u009b31m \u0085 ü" };
    const json = formatJson(value);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be absent
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe("recollect export on a terminal", () => {
  it.skipIf(process.platform !== "linux" || !existsSync(SCRIPT))(
    "writes marks instead of characters that a terminal interprets, and the exact text to a pipe",
    async () => {
      const { run, folder } = await openServedCommandLine();
      await run(["capture", "Allow user\u202etxt.exe"]);
      const args = ["export", "--format", "markdown"];
      expect((await run(args)).out).toContain("user\u202etxt.exe");

      const command = [process.execPath, COMMAND_LINE_ENTRY, ...args].map((word) => `'${word}'`).join(" ");
      const env = {
        ...process.env,
        HOME: folder,
        RECOLLECT_DATA_DIR: path.join(folder, "data"),
        RECOLLECT_PROJECT: "",
      };
      const { stdout } = await promisify(execFile)(SCRIPT, ["-qec", command, "/dev/null"], { env });
      expect(stdout).toContain("user⟨U+202E⟩txt.exe");
      expect(stdout).not.toContain("\u202e");
    },
  );
});

import { expect, it } from "vitest";
import { en } from "../../electron/text/en.ts";
import { monogramOf } from "./client-icon.tsx";
import { assistantName, clientName } from "./client-name.ts";

it("names the program that reports a name by its first words, and an unknown one as it reports itself", () => {
  expect(
    ["claude-code", "codex-mcp-client", "gemini-cli-mcp-client", "claude-ai", "cursor-vscode", "my-script"].map(
      assistantName,
    ),
  ).toEqual(["Claude Code", "Codex", "Gemini CLI", "Claude", "Cursor", "my-script"]);
});

it("names the subject of a token only if it is of another program", () => {
  expect(clientName({ name: "codex-mcp-client", version: "1", via: "codex" }, en)).toBe("Codex");
  expect(clientName({ name: "claude-code", version: "1", via: "evil-plugin" }, en)).toBe("Claude Code via evil-plugin");
});

it("abbreviates a name to the initials of two words, or to two letters", () => {
  expect(["Claude Code", "Codex", "opencode", "my-script", "助手", ""].map(monogramOf)).toEqual([
    "CC",
    "Co",
    "Op",
    "MS",
    "助手",
    "?",
  ]);
});

import { describe, expect, it } from "vitest";
import { freeName } from "../../../../electron/core/server-name.ts";
import { nameFromCommand, nameFromUrl, readServerInput, type ServerDraft, splitCommandLine } from "./server-input.ts";

function drafts(text: string): readonly ServerDraft[] {
  const input = readServerInput(text);
  if (input?.kind !== "drafts") throw new Error(`Not read: ${JSON.stringify(input)}`);
  return input.drafts;
}

describe("splitCommandLine", () => {
  it("splits words, quoted arguments and assignments, and joins continued lines", () => {
    expect(splitCommandLine(`$ LEVEL=debug npx -y \\\n  tool "/home/ada/My Notes" --name='a "b"' it\\ is ""`)).toEqual({
      variables: { LEVEL: "debug" },
      command: "npx",
      args: ["-y", "tool", "/home/ada/My Notes", '--name=a "b"', "it is", ""],
    });
  });

  it("keeps the backslashes of a Windows path", () => {
    expect(splitCommandLine(String.raw`C:\tools\server.exe "C:\My Notes"`)).toMatchObject({
      command: String.raw`C:\tools\server.exe`,
      args: [String.raw`C:\My Notes`],
    });
  });

  it("refuses a quotation mark that is not closed", () => {
    expect(splitCommandLine('npx "tool')).toBeNull();
    expect(readServerInput('npx "tool')).toEqual({ kind: "problem", problem: "quote" });
  });
});

describe("readServerInput", () => {
  it("reads a command line as a program", () => {
    expect(drafts("npx -y @modelcontextprotocol/server-filesystem /home/ada/notes")).toEqual([
      {
        name: "filesystem",
        transport: {
          kind: "stdio",
          command: "npx",
          args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/notes"],
          cwd: null,
        },
        values: [],
      },
    ]);
  });

  it("reads an address, with the older transport if its path ends with `sse`", () => {
    expect(drafts("https://mcp.linear.app/mcp")).toMatchObject([{ name: "linear", transport: { kind: "http" } }]);
    expect(drafts("http://localhost:3001/sse")).toMatchObject([{ name: "local", transport: { kind: "sse" } }]);
  });

  it.each([
    ["mcpServers", (entries: object) => ({ mcpServers: entries })],
    ["servers", (entries: object) => ({ inputs: [], servers: entries })],
    ["mcp.servers", (entries: object) => ({ "editor.size": 2, mcp: { servers: entries } })],
    ["the entries only", (entries: object) => entries],
  ])("reads the servers of a client's configuration: %s", (_, wrap) => {
    const files = { command: "npx", args: ["files", "/notes"], env: { LEVEL: "debug", FILES_TOKEN: "t" } };
    const tickets = { type: "sse", url: "https://example.com/mcp", headers: { Authorization: "Bearer t" } };
    const read = drafts(JSON.stringify(wrap({ files, Tickets: tickets, note: "no server" })));
    expect(read).toEqual([
      {
        name: "files",
        transport: { kind: "stdio", command: "npx", args: ["files", "/notes"], cwd: null },
        values: [
          { name: "LEVEL", value: "debug", secret: false },
          { name: "FILES_TOKEN", value: "t", secret: true },
        ],
      },
      {
        name: "tickets",
        transport: { kind: "sse", url: "https://example.com/mcp" },
        values: [{ name: "Authorization", value: "Bearer t", secret: true }],
      },
    ]);
  });

  it("reads a single entry, an entry with its name, and an entry with its arguments in a list", () => {
    expect(drafts('{"command": "node", "args": ["/opt/weather-mcp/dist/index.js"]}')).toMatchObject([
      { name: "weather" },
    ]);
    expect(drafts('"files": {"command": "files", "cwd": "/srv"},')).toMatchObject([
      { name: "files", transport: { command: "files", cwd: "/srv" } },
    ]);
    expect(drafts('{"mcp": {"files": {"type": "local", "command": ["npx", "files"]}}}')).toMatchObject([
      { transport: { command: "npx", args: ["files"] } },
    ]);
    expect(drafts('{"httpUrl": "https://example.com/mcp"}')).toMatchObject([{ transport: { kind: "http" } }]);
  });

  it("returns the problem of a text that is not a server", () => {
    expect(readServerInput("  ")).toBeNull();
    expect(readServerInput('{"command": ')).toEqual({ kind: "problem", problem: "json" });
    expect(readServerInput('{"theme": "dark"}')).toEqual({ kind: "problem", problem: "empty" });
    expect(readServerInput("http://")).toEqual({ kind: "problem", problem: "address" });
    expect(readServerInput("LEVEL=debug")).toEqual({ kind: "problem", problem: "empty" });
  });
});

describe("names", () => {
  it.each([
    ["npx -y @modelcontextprotocol/server-sequential-thinking@2026.8.31", "sequential-thinking"],
    ["uvx mcp-server-git --repository /srv", "git"],
    ["uv run --directory /srv/weather weather.py", "weather"],
    ["docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server:latest", "github"],
    ["node /opt/weather/dist/index.js", "weather"],
    ["cmd /c npx -y mcp-server-git", "git"],
    ["npx @acme/mcp", "acme"],
    ["/usr/local/bin/Tickets", "tickets"],
    ["recollect-shim", "recollect-shim"],
    ["recollect", "server"],
  ])("proposes a name for %s", (line, name) => {
    const [command = "", ...args] = line.split(" ");
    expect(nameFromCommand(command, args)).toBe(name);
  });

  it("proposes a name for an address and numbers a name that is taken", () => {
    expect(nameFromUrl(new URL("https://api.githubcopilot.com/mcp/"))).toBe("githubcopilot");
    expect(nameFromUrl(new URL("http://127.0.0.1:3001/mcp"))).toBe("local");
    expect(freeName("git", ["git", "git-2"])).toBe("git-3");
    expect(freeName("git", [])).toBe("git");
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other programs
import { describe, expect, it } from "vitest";
import type { ClientNote } from "../client-note.ts";
import { freeName } from "../server-name.ts";
import { splitCommandLine } from "./command-line.ts";
import { nameFromCommand, nameFromUrl } from "./draft-name.ts";
import { readServerText } from "./read-server-text.ts";
import { draftInputs, fillDraft } from "./server-draft.ts";

/** A draft in one line: the name, the command line or the address, and the values; inputs are in braces. */
function lines(text: string): readonly string[] {
  const read = readServerText(text);
  if (read?.kind !== "drafts") throw new Error(`Not read: ${JSON.stringify(read)}`);
  return read.drafts.map((draft) => {
    const { transport, values } = fillDraft(draft, {});
    const place =
      transport.kind === "stdio"
        ? [transport.command, ...transport.args].join(" ") + (transport.cwd === null ? "" : ` in ${transport.cwd}`)
        : `${transport.kind} ${transport.url}`;
    const pairs = values.map(({ name, value, secret }) => `${name}${secret ? "*" : ""}=${value}`);
    return [`${draft.name}:`, place, ...pairs].join(" ");
  });
}

function problemOf(text: string): ClientNote | null {
  const read = readServerText(text);
  return read?.kind === "problem" ? read.problem : null;
}

const CONTEXT7 = "context7: npx -y @upstash/context7-mcp";

describe("a client's own form", () => {
  it.each([
    ["Claude", `{"mcpServers": {"context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}}`],
    [
      "Claude with comments, trailing commas and an omission",
      `{
  // Claude Desktop
  "mcpServers": {
    ..., /* others */
    "context7": { "command": "npx", "args": ["-y", "@upstash/context7-mcp",], },
    ...
  },
}`,
    ],
    ["a part", `"context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"]},`],
    [
      "a part with brackets of the text around it",
      `"mcpServers": {\n  "context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"]}\n}\n}`,
    ],
    ["JavaScript", `{ mcpServers: { context7: { command: 'npx', args: ['-y', '@upstash/context7-mcp'] } } }`],
    [
      "curly quotation marks",
      `{“mcpServers”: {“context7”: {“command”: “npx”, “args”: [“-y”, “@upstash/context7-mcp”]}}}`,
    ],
    ["Windows", `{"mcpServers":{"context7":{"command":"cmd","args":["/c","npx","-y","@upstash/context7-mcp"]}}}`],
    ["one text", `{"mcpServers":{"context7":{"command":"npx -y @upstash/context7-mcp"}}}`],
    [
      "VS Code",
      `{"servers": {"context7": {"type": "stdio", "command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}}`,
    ],
    [
      "VS Code's settings",
      `{"mcp": {"servers": {"context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}}}`,
    ],
    [
      "Zed",
      `{"context_servers": {"context7": {"source": "custom", "command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}}`,
    ],
    [
      "older Zed",
      `{"context_servers": {"context7": {"command": {"path": "npx", "args": ["-y", "@upstash/context7-mcp"], "env": {}}}}}`,
    ],
    [
      "opencode",
      `{"$schema": "https://opencode.ai/config.json", "mcp": {"context7": {"type": "local", "command": ["npx", "-y", "@upstash/context7-mcp"], "enabled": true}}}`,
    ],
    ["Amp", `{"amp.mcpServers": {"context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}}`],
    [
      "Warp",
      `{"context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"], "env": {}, "working_directory": null, "start_on_launch": true}}`,
    ],
    [
      "Codex",
      `[mcp_servers.context7]\ncommand = "npx"\nargs = ["-y", "@upstash/context7-mcp"]\nstartup_timeout_ms = 20_000`,
    ],
    [
      "Codex with comments",
      `# ~/.codex/config.toml\n[mcp_servers]\n[mcp_servers.context7] # docs\nargs = ['-y', '@upstash/context7-mcp']\ncommand = 'npx'`,
    ],
    [
      "Goose",
      `extensions:\n  context7:\n    type: stdio\n    enabled: true\n    cmd: npx\n    args: ["-y", "@upstash/context7-mcp"]\n    timeout: 300`,
    ],
    [
      "Continue",
      `name: Docs\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: context7\n    command: npx\n    args:\n      - -y\n      - "@upstash/context7-mcp"`,
    ],
    [
      "older Continue",
      `{"experimental": {"modelContextProtocolServers": [{"name": "context7", "transport": {"type": "stdio", "command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}]}}`,
    ],
    ["LibreChat", `mcpServers:\n  context7:\n    command: npx\n    args: [-y, "@upstash/context7-mcp"]`],
    ["a list with names", `[{"name": "context7", "command": "npx", "args": ["-y", "@upstash/context7-mcp"]}]`],
    [
      "a development container",
      `{"customizations": {"vscode": {"mcp": {"servers": {"context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"]}}}}}}`,
    ],
  ])("reads a program: %s", (_, text) => expect(lines(text)).toEqual([CONTEXT7]));

  it.each([
    ["Cursor", `{"mcpServers": {"docs": {"url": "https://mcp.example.com/mcp"}}}`, "http"],
    ["Gemini", `{"mcpServers": {"docs": {"httpUrl": "https://mcp.example.com/mcp", "timeout": 5000}}}`, "http"],
    ["Windsurf", `{"mcpServers": {"docs": {"serverUrl": "https://mcp.example.com/mcp"}}}`, "http"],
    [
      "Cline",
      `{"mcpServers": {"docs": {"type": "streamableHttp", "url": "https://mcp.example.com/mcp", "disabled": false}}}`,
      "http",
    ],
    [
      "Roo",
      `{"mcpServers": {"docs": {"type": "sse", "url": "https://mcp.example.com/mcp", "alwaysAllow": []}}}`,
      "sse",
    ],
    ["opencode", `{"mcp": {"docs": {"type": "remote", "url": "https://mcp.example.com/mcp"}}}`, "http"],
    ["Codex", `[mcp_servers.docs]\nurl = "https://mcp.example.com/mcp"`, "http"],
    ["Goose", `extensions:\n  docs:\n    type: streamable_http\n    uri: https://mcp.example.com/mcp`, "http"],
    [
      "the Claude API",
      `{"mcp_servers": [{"type": "url", "url": "https://mcp.example.com/mcp", "name": "docs"}]}`,
      "http",
    ],
    [
      "the Responses API",
      `{"tools": [{"type": "mcp", "server_label": "docs", "server_url": "https://mcp.example.com/mcp"}]}`,
      "http",
    ],
  ])("reads an address: %s", (_, text, kind) =>
    expect(lines(text)).toEqual([`docs: ${kind} https://mcp.example.com/mcp`]),
  );

  it("reads the blocks of a text with other words, and leaves out what it repeats", () => {
    const text = `# Weather

Add this to \`claude_desktop_config.json\`:

\`\`\`json
{"mcpServers": {"weather": {"command": "uvx", "args": ["mcp-weather"]}}}
\`\`\`

or for Codex

~~~toml
[mcp_servers.weather]
command = "uvx"
args = ["mcp-weather"]
~~~

or for a container:

\`\`\`bash
docker run -i --rm example/weather
\`\`\`
Don't forget to restart.`;
    expect(lines(text)).toEqual(["weather: uvx mcp-weather", "weather-2: docker run -i --rm example/weather"]);
    expect(
      lines(
        `Paste this into the settings:\n  {\n    "weather": {"command": "uvx",\n "args": ["mcp-weather"]}\n  }\nThen restart it.`,
      ),
    ).toEqual(["weather: uvx mcp-weather"]);
    expect(lines("It runs with `uvx mcp-weather`, and that's all.")).toEqual(["weather: uvx mcp-weather"]);
    expect(lines("Install it:\n\n    npm install -g foo\n\nThen run\n\n    npx -y mcp-foo\n\nIt can't fail.")).toEqual([
      "foo: npx -y mcp-foo",
    ]);
  });
});

describe("a command line that adds a server to another client", () => {
  it.each([
    ["claude mcp add weather -- uvx mcp-weather", "weather: uvx mcp-weather"],
    ["claude mcp add weather uvx mcp-weather --verbose", "weather: uvx mcp-weather --verbose"],
    [
      "claude mcp add -s user weather -e KEY=a -e MODE='b c' -- uvx mcp-weather -e x",
      "weather: uvx mcp-weather -e x KEY*=a MODE=b c",
    ],
    [
      "claude mcp add --env KEY=a MODE=b --scope project weather -- uvx mcp-weather",
      "weather: uvx mcp-weather KEY*=a MODE=b",
    ],
    ["$ claude mcp add weather \\\n  --env LEVEL=1 \\\n  -- uvx \\\n  mcp-weather", "weather: uvx mcp-weather LEVEL=1"],
    [
      "PS C:\\> claude mcp add weather `\n  --env LEVEL=1 `\n  -- cmd /c npx -y mcp-weather",
      "weather: npx -y mcp-weather LEVEL=1",
    ],
    [
      'claude mcp add --transport http docs https://a.example/mcp --header "X-Key: k v"',
      "docs: http https://a.example/mcp X-Key*=k v",
    ],
    ["claude mcp add docs --transport=sse https://a.example/events", "docs: sse https://a.example/events"],
    [
      'claude mcp add-json weather \'{"type":"stdio","command":"uvx","args":["mcp-weather"],"env":{"LEVEL":"1"}}\'',
      "weather: uvx mcp-weather LEVEL=1",
    ],
    [
      'claude mcp add-json weather "{\\"command\\":\\"uvx\\",\\"args\\":[\\"mcp-weather\\"]}" --scope user',
      "weather: uvx mcp-weather",
    ],
    [
      'claude mcp add-json weather \'{\n  "command": "uvx",\n  "args": ["mcp-weather"]\n}\'',
      "weather: uvx mcp-weather",
    ],
    ["codex mcp add weather --env LEVEL=1 -- uvx mcp-weather", "weather: uvx mcp-weather LEVEL=1"],
    ["codex mcp add docs --url https://a.example/mcp", "docs: http https://a.example/mcp"],
    [
      "codex mcp add docs --url https://a.example/mcp --bearer-token-env-var DOCS_TOKEN",
      "docs: http https://a.example/mcp Authorization*=Bearer {DOCS_TOKEN}",
    ],
    ["gemini mcp add -e LEVEL=1 weather uvx mcp-weather", "weather: uvx mcp-weather LEVEL=1"],
    [
      "gemini mcp add --transport http --trust docs https://a.example/mcp -H 'X-A: b'",
      "docs: http https://a.example/mcp X-A=b",
    ],
    ["qwen mcp add weather uvx mcp-weather --timeout 5", "weather: uvx mcp-weather --timeout 5"],
    ['code --add-mcp \'{"name":"weather","command":"uvx","args":["mcp-weather"]}\'', "weather: uvx mcp-weather"],
    ['code-insiders --add-mcp={\\"name\\":\\"weather\\",\\"command\\":\\"uvx\\"}', "weather: uvx"],
    ["amp mcp add weather -- uvx mcp-weather", "weather: uvx mcp-weather"],
    ["amp mcp add docs --header 'X-A=b' https://a.example/mcp", "docs: http https://a.example/mcp X-A=b"],
    ['droid mcp add weather "uvx mcp-weather" --env LEVEL=1', "weather: uvx mcp-weather LEVEL=1"],
    ["droid mcp add docs https://a.example/mcp --type http", "docs: http https://a.example/mcp"],
    [
      "auggie mcp add weather --command uvx --args 'mcp-weather --fast' --env LEVEL=1",
      "weather: uvx mcp-weather --fast LEVEL=1",
    ],
    [
      "kiro-cli mcp add --name weather --command uvx --args mcp-weather,--fast --scope workspace",
      "weather: uvx mcp-weather --fast",
    ],
    ["someagent mcp add weather -- uvx mcp-weather", "weather: uvx mcp-weather"],
    ["npx -y add-mcp https://mcp.docs.dev/mcp", "docs: http https://mcp.docs.dev/mcp"],
    ["npx add-mcp@latest 'npx -y mcp-weather'", "weather: npx -y mcp-weather"],
    ["goose session --with-extension 'LEVEL=1 uvx mcp-weather'", "level-1: LEVEL=1 uvx mcp-weather"],
    [
      "claude mcp add weather -e A_TOKEN -- docker run -i --rm -e A_TOKEN example/weather",
      "weather: docker run -i --rm -e A_TOKEN example/weather A_TOKEN*={A_TOKEN}",
    ],
  ])("%s", (text, line) => expect(lines(text)).toEqual([line]));

  it.each([
    ["claude mcp list", "client"],
    ["claude mcp add", "client"],
    ["gemini extensions install https://github.com/a/b", "client"],
    ["npx -y @smithery/cli install @a/b --client claude", "client"],
    ["npm install -g @a/b", "install"],
    ["pip install mcp-weather", "install"],
    ["docker pull example/weather", "install"],
  ])("refuses what adds or starts no server: %s", (text, reason) =>
    expect(problemOf(text)).toEqual({ reason: `text_${reason}` }),
  );

  it("takes a client that is a server as a program", () => {
    expect(lines("claude mcp serve")).toEqual(["claude: claude mcp serve"]);
    expect(lines("docker mcp gateway run")).toHaveLength(1);
  });
});

describe("a link that a client opens", () => {
  const entry = { command: "uvx", args: ["mcp-weather"] };
  const base64 = btoa(JSON.stringify(entry));
  const json = encodeURIComponent(JSON.stringify({ name: "weather", ...entry }));
  it.each([
    `cursor://anysphere.cursor-deeplink/mcp/install?name=weather&config=${base64}`,
    `cursor://anysphere.cursor-deeplink/mcp/install?name=weather&config=${encodeURIComponent(base64)}`,
    `https://cursor.com/en/install-mcp?name=weather&config=${base64}`,
    `[![Install](https://cursor.com/deeplink/mcp-install-dark.svg)](https://cursor.com/install-mcp?name=weather&config=${base64})`,
    `vscode:mcp/install?${json}`,
    `vscode-insiders:mcp/install?${json}`,
    `https://insiders.vscode.dev/redirect/mcp/install?name=weather&config=${encodeURIComponent(JSON.stringify(entry))}`,
    `https://vscode.dev/redirect?url=vscode:mcp/install?${json}`,
    `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${json}`)}`,
    `https://kiro.dev/launch/mcp/add?name=weather&config=${encodeURIComponent(JSON.stringify(entry))}`,
    `lmstudio://add_mcp?name=weather&config=${base64}`,
    "goose://extension?cmd=uvx&arg=mcp-weather&id=weather&name=Weather&description=x",
  ])("%s", (link) => expect(lines(link)).toEqual(["weather: uvx mcp-weather"]));

  it("asks for the inputs of a link", () => {
    const inputs = JSON.stringify([{ id: "key", type: "promptString", description: "The key", password: true }]);
    const config = JSON.stringify({ ...entry, env: { KEY: "${input:key}" } });
    const read = readServerText(
      `https://insiders.vscode.dev/redirect/mcp/install?name=weather&inputs=${encodeURIComponent(inputs)}&config=${encodeURIComponent(config)}`,
    );
    if (read?.kind !== "drafts" || read.drafts[0] === undefined) throw new Error("Not read.");
    expect(draftInputs(read.drafts[0])).toMatchObject([{ name: "key", description: "The key", isSecret: true }]);
  });
});

describe("a command line, an address, and a package", () => {
  it.each([
    [
      "npx -y @modelcontextprotocol/server-filesystem /srv/notes",
      "filesystem: npx -y @modelcontextprotocol/server-filesystem /srv/notes",
    ],
    ["bunx mcp-weather", "weather: bunx mcp-weather"],
    ["pnpm dlx mcp-weather", "weather: pnpm dlx mcp-weather"],
    ["deno run -A jsr:@acme/weather", "weather: deno run -A jsr:@acme/weather"],
    ["cmd /c npx -y mcp-weather", "weather: npx -y mcp-weather"],
    ["cmd.exe /s /c uvx mcp-weather", "weather: uvx mcp-weather"],
    ["LEVEL=1 A_TOKEN=t uvx mcp-weather", "weather: uvx mcp-weather LEVEL=1 A_TOKEN*=t"],
    ["export LEVEL=1\nuvx mcp-weather", "weather: uvx mcp-weather LEVEL=1"],
    ['$env:LEVEL = "1"\nuvx mcp-weather', "weather: uvx mcp-weather LEVEL=1"],
    ["cd /srv/weather && uv run weather.py", "weather: uv run weather.py in /srv/weather"],
    [`node -e 'start("a && b"); wait(1)' x`, `node: node -e start("a && b"); wait(1) x`],
    ['sh -c "cd /srv && exec weather; true"', "sh: sh -c cd /srv && exec weather; true"],
    [
      "docker run -i --rm -e LEVEL=1 -e A_TOKEN -v /srv:/data ghcr.io/a/weather-mcp:1",
      "weather: docker run -i --rm -e LEVEL -e A_TOKEN -v /srv:/data ghcr.io/a/weather-mcp:1 LEVEL=1 A_TOKEN*={A_TOKEN}",
    ],
    ["https://mcp.linear.app/mcp", "linear: http https://mcp.linear.app/mcp"],
    ["http://localhost:3001/sse", "local: sse http://localhost:3001/sse"],
    ["mcp.linear.app/mcp", "linear: http https://mcp.linear.app/mcp"],
    ["localhost:3000/mcp", "local: http http://localhost:3000/mcp"],
    ["@acme/weather-mcp", "weather: npx -y @acme/weather-mcp"],
    ["@acme/weather-mcp@1.2.3", "weather: npx -y @acme/weather-mcp@1.2.3"],
    ["ghcr.io/acme/weather-mcp:1", "weather: docker run -i --rm ghcr.io/acme/weather-mcp:1"],
    ["recollect-shim", "recollect-shim: recollect-shim"],
  ])("%s", (text, line) => expect(lines(text)).toEqual([line]));
});

describe("placeholders", () => {
  const inEnv = (value: string) => {
    const text = JSON.stringify({ mcpServers: { a: { command: "a", env: { API_KEY: value } } } });
    const read = readServerText(text);
    if (read?.kind !== "drafts" || read.drafts[0] === undefined) throw new Error("Not read.");
    return draftInputs(read.drafts[0]).map(({ name, isSecret }) => `${name}${isSecret ? "*" : ""}`);
  };

  it.each([
    ["${input:api-key}", "api-key*"],
    ["${env:MY_KEY}", "MY_KEY*"],
    ["${MY_KEY}", "MY_KEY*"],
    ["${MY_KEY:-none}", "MY_KEY*"],
    ["$MY_KEY", "MY_KEY*"],
    ["$env:MY_KEY", "MY_KEY*"],
    ["%MY_KEY%", "MY_KEY*"],
    ["{env:MY_KEY}", "MY_KEY*"],
    ["${{ secrets.MY_KEY }}", "MY_KEY*"],
    ["{{MY_KEY}}", "MY_KEY*"],
    ["<YOUR_KEY>", "API_KEY*"],
    ["<your api key>", "API_KEY*"],
    ["<你的密钥>", "API_KEY*"],
    ["[YOUR_API_KEY]", "API_KEY*"],
    ["{API_KEY}", "API_KEY*"],
    ["YOUR_API_KEY", "API_KEY*"],
    ["your-api-key", "API_KEY*"],
    ["your-api-key-here", "API_KEY*"],
    ["yourApiKey", "API_KEY*"],
    ["YOUR API KEY", "API_KEY*"],
    ["your token", "API_KEY*"],
    ["my-api-key", "API_KEY*"],
    ["API_KEY_HERE", "API_KEY*"],
    ["INSERT_KEY_HERE", "API_KEY*"],
    ["replace-me", "API_KEY*"],
    ["REPLACE_WITH_YOUR_KEY", "API_KEY*"],
    ["changeme", "API_KEY*"],
    ["sk-...", "API_KEY*"],
    ["sk-proj-...", "API_KEY*"],
    ["ghp_xxxxxxxxxxxx", "API_KEY*"],
    ["xxxx-xxxx", "API_KEY*"],
    ["xxx", "API_KEY*"],
    ["****", "API_KEY*"],
    ["...", "API_KEY*"],
    ["…", "API_KEY*"],
    ["you@example.com", "API_KEY*"],
  ])("asks for a value: %s", (value, input) => expect(inEnv(value)[0]).toBe(input));

  it.each([
    "sk-proj-4fA9dKe02",
    "debug",
    "http://localhost:8080",
    "a$b",
    "true",
    "here",
    "200%",
    "pa$$word",
    "eu-west-1",
    "",
  ])("keeps a value: %s", (value) => expect(inEnv(value)).toEqual([]));

  it.each([
    ["npx -y figma-mcp --figma-api-key=YOUR-KEY --stdio", "figma: npx -y figma-mcp --figma-api-key={YOUR-KEY} --stdio"],
    ["npx -y foo --key ... --mode fast", "foo: npx -y foo --key {key} --mode fast"],
    ["npx server-files /path/to/allowed/files", "files: npx server-files {/path/to/allowed/files}"],
    ["npx server-files /Users/username/Desktop ./data", "files: npx server-files {/Users/username/Desktop} ./data"],
    [String.raw`node C:\\path\\to\\weather\\index.js`, String.raw`weather: node {C:\path\to\weather\index.js}`],
    [
      "docker run -i --rm -v /path/to/data:/data example/weather",
      "weather: docker run -i --rm -v {/path/to/data}:/data example/weather",
    ],
    ["uv --directory <PATH TO REPO> run weather.py", "weather: uv --directory {directory} run weather.py"],
    [
      "https://mcp.example.com/mcp?apiKey=<your-api-key>",
      "example: http https://mcp.example.com/mcp?apiKey={your-api-key}",
    ],
    ["https://your-instance.example.com/mcp", "example: http https://{your-instance}.example.com/mcp"],
    ["http://localhost:{port}/mcp", "local: http http://localhost:{port}/mcp"],
    [
      "npx mcp-remote https://a.example/mcp --header 'Authorization: Bearer ${TOKEN}'",
      "remote: npx mcp-remote https://a.example/mcp --header Authorization: Bearer {TOKEN}",
    ],
    ["go run ./... $HOME/x", "go: go run ./... {HOME}/x"],
  ])("in a command line or address: %s", (text, line) => expect(lines(text)).toEqual([line]));

  it("keeps variables that the program replaces itself", () => {
    const entry = {
      command: "npx",
      args: ["mcp-remote", "https://a.example", "--header", "Authorization:${AUTH}"],
      env: { AUTH: "Bearer <TOKEN>" },
    };
    expect(lines(JSON.stringify({ docs: entry }))).toEqual([
      "docs: npx mcp-remote https://a.example --header Authorization:${AUTH} AUTH*=Bearer {TOKEN}",
    ]);
  });

  it("never fills an input by its placeholder, and fills each by the value of its name", () => {
    const read = readServerText(
      '{"a": {"url": "https://a.example/mcp", "headers": {"Authorization": "Bearer <TOKEN>"}}}',
    );
    if (read?.kind !== "drafts" || read.drafts[0] === undefined) throw new Error("Not read.");
    expect(fillDraft(read.drafts[0], { TOKEN: "t" }).values).toEqual([
      { name: "Authorization", value: "Bearer t", secret: true },
    ]);
  });
});

describe("a text that is not a server", () => {
  it.each([
    ['{"command": ', { format: "JSON", line: 1, column: 12, problem: "value" }],
    ['{\n  "a": {"command": "x"\n  "args": []}\n}', { format: "JSON", line: 3, column: 3, problem: "comma" }],
    ['"a": {"command": "x" "args": []}', { format: "JSON", line: 1, column: 22, problem: "comma" }],
    ['Add:\n```json\n{"a": {"command" "x"}}\n```', { format: "JSON", line: 3, column: 18, problem: "colon" }],
    ["[mcp_servers.a]\ncommand = npx", { format: "TOML", line: 2 }],
    ["mcpServers:\n  a:\n    command: npx\n   args: []", { format: "YAML", line: 4 }],
  ])("%s", (text, problem) => expect(problemOf(text)).toMatchObject({ reason: "text_format", params: problem }));

  it.each([
    ["  ", null],
    ['npx "tool', { reason: "text_quote" }],
    ['{"theme": "dark"}', { reason: "text_empty" }],
    ["http://", { reason: "text_address" }],
    ["ftp://example.com/mcp", { reason: "text_address" }],
    ["LEVEL=debug", { reason: "text_empty" }],
    ["a".repeat(200_001), { reason: "text_long" }],
  ])("%s", (text, problem) => expect(problemOf(text)).toEqual(problem));
});

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

  it("refuses a quotation mark that is not closed", () => expect(splitCommandLine('npx "tool')).toBeNull());
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

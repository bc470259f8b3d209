// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of clients
import path from "node:path";
import { expect, it } from "vitest";
import type { ConnectionScope } from "../../core/client-connection.ts";
import { CLIENTS } from "../registry.ts";
import { connections, fileOf, giveHome, here, machine, write } from "../testing/connections.ts";
import { type ClientServer, readServers } from "./read-server.ts";

giveHome();

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly variables?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

async function read(clientId: string, text: string, options: Options = {}): Promise<readonly ClientServer[]> {
  write(fileOf(clientId), text);
  return await readFrom(clientId, "user", null, options);
}

async function readFrom(clientId: string, scope: ConnectionScope, project: string | null, options: Options) {
  const file = await connections().otherServers({ clientId, scope, ...(project === null ? {} : { project }) });
  const { env = {}, variables = {}, platform = "linux" } = options;
  return readServers(file, { ...machine(), env, platform, project, variables });
}

const stdio = { kind: "stdio", command: "npx", args: ["-y", "files"], cwd: null, env: {}, inherit: [] };
/** One program with a plain and a secret variable, and one address with a secret header, as each client writes them. */
const FILES: Readonly<Record<string, string>> = {
  codex: `model = "o3"
[mcp_servers.files]
command = "npx"
args = ["-y", "files"]
[mcp_servers.files.env]
LEVEL = "1"
FILES_TOKEN = "t-1"
[mcp_servers.web]
url = "https://example.com/mcp"
http_headers = { Authorization = "Bearer t-2" }
`,
  continue: `name: me
mcpServers:
  - name: files
    command: npx
    args: ["-y", "files"]
    env: { LEVEL: "1", FILES_TOKEN: t-1 }
  - name: web
    type: streamable-http
    url: https://example.com/mcp
    requestOptions: { headers: { Authorization: Bearer t-2 } }
`,
  goose: `extensions:
  developer: { enabled: true, type: builtin, name: developer }
  files:
    enabled: true
    name: files
    type: stdio
    cmd: npx
    args: ["-y", "files"]
    envs: { LEVEL: "1", FILES_TOKEN: t-1 }
  web:
    enabled: true
    name: web
    type: streamable_http
    uri: https://example.com/mcp
    headers: { Authorization: Bearer t-2 }
`,
  opencode: JSON.stringify({
    mcp: {
      files: { type: "local", command: ["npx", "-y", "files"], environment: { LEVEL: 1, FILES_TOKEN: "t-1" } },
      web: { type: "remote", url: "https://example.com/mcp", headers: { Authorization: "Bearer t-2" }, enabled: true },
    },
  }),
  "cline-cli": JSON.stringify({
    mcpServers: {
      files: {
        transport: { type: "stdio", command: "npx", args: ["-y", "files"], env: { LEVEL: 1, FILES_TOKEN: "t-1" } },
      },
      web: {
        transport: { type: "streamableHttp", url: "https://example.com/mcp", headers: { Authorization: "Bearer t-2" } },
      },
    },
  }),
  zed: JSON.stringify({
    context_servers: {
      files: {
        source: "custom",
        command: { path: "npx", args: ["-y", "files"], env: { LEVEL: "1", FILES_TOKEN: "t-1" } },
      },
      web: { url: "https://example.com/mcp", headers: { Authorization: "Bearer t-2" } },
    },
  }),
};
const ADDRESSES: Readonly<Record<string, object>> = {
  cline: { type: "streamableHttp", url: "https://example.com/mcp" },
  "qwen-code": { httpUrl: "https://example.com/mcp" },
  windsurf: { serverUrl: "https://example.com/mcp" },
  devin: { url: "https://example.com/mcp", transport: "http" },
};
const WITH_FILE = CLIENTS.filter((client) => client.userFiles(machine()).length > 0);

it.each(WITH_FILE.map(({ id, place }) => [id, place.container] as const))(
  "reads a program and an address from the file of %s, with their secrets apart",
  async (id, container) => {
    const address = ADDRESSES[id] ?? { type: "http", url: "https://example.com/mcp" };
    const common = {
      [container]: {
        files: { command: "npx", args: ["-y", "files"], env: { LEVEL: "1", FILES_TOKEN: "t-1" } },
        web: { ...address, headers: { Authorization: "Bearer t-2" } },
        recollect: { command: "recollect" },
      },
    };
    const servers = await read(id, FILES[id] ?? JSON.stringify(common));
    expect(servers).toMatchObject([
      {
        name: "files",
        server: { transport: { ...stdio, env: { LEVEL: "1" } }, secrets: { FILES_TOKEN: "t-1" } },
        problem: null,
        needs: [],
      },
      {
        name: "web",
        server: {
          transport: { kind: "http", url: "https://example.com/mcp", headers: {} },
          secrets: { Authorization: "Bearer t-2" },
        },
        problem: null,
      },
    ]);
  },
);

const one = (entry: object, container = "mcpServers") => JSON.stringify({ [container]: { one: entry } });

it.each([
  ["claude-code", "mcpServers", "${KEY}", "${MISSING:-default}"],
  ["gemini-cli", "mcpServers", "$KEY", "${MISSING:-default}"],
  ["cursor", "mcpServers", "${env:KEY}", "default"],
  ["vscode", "servers", "${env:KEY}", "default"],
  ["windsurf", "mcpServers", "${env:KEY}", "default"],
  ["opencode", "mcp", "{env:KEY}", "default"],
])("replaces the variables of %s and keeps their values secret", async (id, container, variable, other) => {
  const entry = { command: "tool", args: ["--name", other], env: { ACCOUNT: `a-${variable}` } };
  const [server] = await read(id, one(entry, container), { env: { KEY: "value" } });
  expect(server).toMatchObject({
    server: { transport: { args: ["--name", "default"], env: {} }, secrets: { ACCOUNT: "a-value" } },
    problem: null,
    needs: [],
  });
  const [missing] = await read(id, one(entry, container));
  expect(missing).toMatchObject({ needs: ["KEY"] });
  const [given] = await read(id, one(entry, container), { variables: { KEY: "given" } });
  expect(given).toMatchObject({ needs: [], server: { secrets: { ACCOUNT: "a-given" } } });
});

it("asks for the values that only the client has", async () => {
  const input = { command: "tool", env: { API: "${input:api}" } };
  expect(await read("vscode", one(input, "servers"))).toMatchObject([{ needs: ["api"], problem: null }]);
  const text = "mcpServers:\n  - name: one\n    command: tool\n    env: { API: '${{ secrets.API }}' }\n";
  expect(await read("continue", text)).toMatchObject([{ needs: ["API"] }]);
  const toml = '[mcp_servers.one]\nurl = "https://example.com"\nbearer_token_env_var = "API"\n';
  expect(await read("codex", toml)).toMatchObject([{ needs: ["API"] }]);
  expect(await read("codex", toml, { env: { API: "t" } })).toMatchObject([
    { server: { secrets: { Authorization: "Bearer t" } } },
  ]);
});

it("keeps a variable that the program itself replaces", async () => {
  const args = ["mcp-remote", "https://example.com", "--header", "Authorization:${AUTH_HEADER}"];
  const entry = { command: "npx", args, env: { AUTH_HEADER: "Bearer t" } };
  for (const id of ["claude-desktop", "claude-code", "cursor"]) {
    expect(await read(id, one(entry))).toMatchObject([
      { problem: null, needs: [], server: { transport: { args }, secrets: { AUTH_HEADER: "Bearer t" } } },
    ]);
  }
});

it.each([
  ["is switched off", { command: "tool", disabled: true }, "move_disabled"],
  ["belongs to an extension", { settings: {} }, "move_no_server"],
  ["reads a file of variables", { command: "tool", envFile: ".env" }, "move_env_file"],
  ["depends on the open folder", { command: "tool", args: ["${workspaceFolder}"] }, "move_variable"],
  ["depends on the folder of the client", { command: "tool", args: ["."] }, "move_relative"],
  [
    "has a secret in its arguments",
    { command: "tool", args: ["--header", "Authorization: Bearer a1B2c3D4e5f6G7h8i9J0"] },
    "move_secret_argument",
  ],
  ["has a secret variable in its address", { url: "https://example.com/${env:API_KEY}/mcp" }, "move_secret_argument"],
])("does not move a server that %s", async (_, entry, reason) => {
  const [server] = await read("cursor", one(entry), { env: { API_KEY: "k" } });
  expect(server?.problem).toMatchObject({ reason });
});

it("starts a project's server in the project, and replaces the folder", async () => {
  const project = path.join(here.home, "shop");
  write(path.join(project, ".cursor", "mcp.json"), one({ command: "./tool", args: ["${workspaceFolder}/docs"] }));
  expect(await readFrom("cursor", "project", project, {})).toMatchObject([
    { problem: null, server: { transport: { command: "./tool", args: [`${project}/docs`], cwd: project } } },
  ]);
});

it("reads the older transport, the tools that a client may use, and scripts on Windows", async () => {
  expect(await read("cline", one({ url: "https://example.com/mcp" }))).toMatchObject([
    { server: { transport: { kind: "sse" } } },
  ]);
  expect(await read("cursor", one({ url: "https://example.com/sse" }))).toMatchObject([
    { server: { transport: { kind: "sse" } } },
  ]);
  const limited = { command: "tool", includeTools: ["a", "b"], excludeTools: ["b"] };
  expect(await read("gemini-cli", one(limited))).toMatchObject([{ tools: { only: ["a", "b"], except: ["b"] } }]);
  expect(await read("cursor", one({ command: "npx", args: ["tool"] }), { platform: "win32" })).toMatchObject([
    { server: { transport: { command: "cmd", args: ["/c", "npx", "tool"] } } },
  ]);
});

it("keeps the proxy and certificate variables that a program got from its client", async () => {
  const env = { HTTPS_PROXY: "http://proxy.test", no_proxy: ".test", NODE_EXTRA_CA_CERTS: "/ca.pem", OTHER: "x" };
  const entries = {
    plain: { command: "npx", args: ["-y", "files"] },
    own: { command: "npx", args: ["-y", "files"], env: { https_proxy: "http://own.test" } },
    web: { type: "http", url: "https://example.com/mcp" },
  };
  const servers = await read("claude-code", JSON.stringify({ mcpServers: entries }), { env });
  expect(servers.map(({ server }) => server?.transport)).toMatchObject([
    { inherit: ["HTTPS_PROXY", "NODE_EXTRA_CA_CERTS", "no_proxy"] },
    { inherit: ["NODE_EXTRA_CA_CERTS", "no_proxy"], env: { https_proxy: "http://own.test" } },
    { kind: "http" },
  ]);
});

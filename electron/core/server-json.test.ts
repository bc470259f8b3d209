import { expect, it } from "vitest";
import { readServerJson, type ServerJsonChoice } from "./server-json.ts";
import { missingInputs } from "./server-template.ts";

function read(server: object) {
  const json = readServerJson({
    name: "io.github.example/database-manager",
    description: "Manages databases",
    ...server,
  });
  if (json === null) throw new Error("not read");
  return json;
}

function choiceOf(part: object, list = "packages"): ServerJsonChoice {
  const [choice] = read({ [list]: [part] }).choices;
  if (choice === undefined) throw new Error("no choice");
  return choice;
}

const stdio = { transport: { type: "stdio" } };
const names = (choice: ServerJsonChoice, values = {}) => missingInputs(choice, values).map(({ name }) => name);

it("runs a package of npm with its version, and asks for its required variables", () => {
  const choice = choiceOf({
    registryType: "npm",
    identifier: "@modelcontextprotocol/server-brave-search",
    version: "1.0.2",
    ...stdio,
    environmentVariables: [
      { name: "BRAVE_API_KEY", description: "The key", isRequired: true, isSecret: true },
      { name: "LOG_LEVEL", default: "info" },
      { name: "REGION" },
    ],
  });
  expect(choice).toMatchObject({
    type: "npm",
    title: "@modelcontextprotocol/server-brave-search@1.0.2",
    problem: null,
  });
  expect(choice.inputs).toMatchObject([
    { name: "BRAVE_API_KEY", description: "The key", isRequired: true, isSecret: true },
    { name: "LOG_LEVEL", default: "info", isRequired: false },
    { name: "REGION", default: null },
  ]);
  expect(names(choice)).toEqual(["BRAVE_API_KEY"]);
  expect(choice.build({ BRAVE_API_KEY: "k" })).toEqual({
    transport: {
      kind: "stdio",
      command: "npx",
      args: ["-y", "@modelcontextprotocol/server-brave-search@1.0.2"],
      cwd: null,
      env: { LOG_LEVEL: "info" },
      inherit: [],
    },
    secrets: { BRAVE_API_KEY: "k" },
  });
});

it("runs packages of PyPI and NuGet, with arguments of both kinds", () => {
  const packageArguments = [
    { type: "positional", value: "mcp" },
    { type: "positional", valueHint: "folder", isRequired: true },
    { type: "named", name: "--mode", default: "local", choices: ["local", "cached"] },
    { type: "named", name: "--port" },
    { type: "named", name: "-v", value: "{level}", variables: { level: { default: "2" } } },
  ];
  const pypi = choiceOf({
    registryType: "pypi",
    identifier: "weather",
    version: "0.5.0",
    runtimeHint: "uvx",
    ...stdio,
    packageArguments,
  });
  expect(names(pypi)).toEqual(["folder"]);
  expect(pypi.build({ folder: "/srv/a b" })).toMatchObject({
    transport: { command: "uvx", args: ["weather@0.5.0", "mcp", "/srv/a b", "--mode=local", "-v", "2"] },
  });
  const nuget = { registryType: "nuget", identifier: "Sample", version: "0.4.0-beta", ...stdio };
  expect(choiceOf({ ...nuget, packageArguments: packageArguments.slice(0, 1) }).build({})).toMatchObject({
    transport: { command: "dnx", args: ["Sample@0.4.0-beta", "--yes", "--", "mcp"] },
  });
  expect(choiceOf(nuget).build({})).toMatchObject({ transport: { args: ["Sample@0.4.0-beta", "--yes"] } });
});

it("runs a container with its variables by name, so that no secret is in the command line", () => {
  const choice = choiceOf({
    registryType: "oci",
    identifier: "ghcr.io/example/manager:3.1.0",
    runtimeHint: "docker",
    ...stdio,
    runtimeArguments: [
      { type: "positional", value: "run" },
      { type: "named", name: "--network", value: "host" },
      { type: "named", name: "-e", value: "DB_PASS={pass}", variables: { pass: { isRequired: true, isSecret: true } } },
      {
        type: "named",
        name: "--mount",
        value: "type=bind,src={source},dst={target}",
        variables: { source: { isRequired: true, format: "filepath" }, target: { default: "/project" } },
      },
    ],
    packageArguments: [{ type: "positional", value: "/project" }],
    environmentVariables: [{ name: "DB_USER", isRequired: true }, { name: "UNSET" }],
  });
  expect(choice.problem).toBeNull();
  expect(names(choice)).toEqual(["DB_USER", "pass", "source"]);
  const built = choice.build({ DB_USER: "ada", pass: "secret", source: "/srv" });
  expect(built.transport).toMatchObject({
    command: "docker",
    args: [
      ...["run", "-i", "--rm", "-e", "DB_USER", "-e", "DB_PASS", "--network=host"],
      ...["--mount=type=bind,src=/srv,dst=/project", "ghcr.io/example/manager:3.1.0", "/project"],
    ],
    env: { DB_USER: "ada" },
  });
  expect(built.secrets).toEqual({ DB_PASS: "secret" });
});

it.each([
  [{ identifier: "mcp/filesystem", version: "1.0.2", registryBaseUrl: "https://docker.io" }, "mcp/filesystem:1.0.2"],
  [{ identifier: "a/b", version: "1", registryBaseUrl: "https://ghcr.io" }, "ghcr.io/a/b:1"],
  [{ identifier: "localhost:5000/b@sha256:ab" }, "localhost:5000/b@sha256:ab"],
])("names the image of %j", (part, image) => {
  expect(choiceOf({ registryType: "oci", ...stdio, ...part }).title).toBe(image);
});

it("connects to an address with variables and secret headers", () => {
  const choice = choiceOf(
    {
      type: "streamable-http",
      url: "https://{tenant}.example.com/mcp",
      variables: { tenant: { isRequired: true } },
      headers: [
        { name: "Authorization", value: "Bearer {token}", variables: { token: { isRequired: true, isSecret: true } } },
        { name: "X-Region", default: "eu", choices: ["eu", "us"] },
        { name: "X-Other" },
      ],
    },
    "remotes",
  );
  expect(choice).toMatchObject({ type: "remote", problem: null });
  expect(names(choice)).toEqual(["tenant", "token"]);
  expect(choice.build({ tenant: "acme", token: "t" })).toEqual({
    transport: { kind: "http", url: "https://acme.example.com/mcp", headers: { "X-Region": "eu" } },
    secrets: { Authorization: "Bearer t" },
  });
  expect(choiceOf({ type: "sse", url: "https://example.com/sse" }, "remotes").build({})).toMatchObject({
    transport: { kind: "sse" },
  });
});

it.each([
  [{ registryType: "mcpb", identifier: "https://example.com/a.mcpb" }, { reason: "json_registry" }],
  [{ registryType: "cargo", identifier: "a" }, { reason: "json_registry" }],
  [{ registryType: "npm", identifier: "a", transport: { type: "streamable-http" } }, { reason: "json_transport" }],
  [{ registryType: "npm", identifier: "a", runtimeHint: "deno" }, { reason: "json_runtime" }],
  [
    {
      registryType: "npm",
      identifier: "a",
      packageArguments: [{ type: "named", name: "--key", isRequired: true, isSecret: true }],
    },
    { reason: "json_secret_argument", params: { name: "key" } },
  ],
])("says why it cannot run %j", (part, problem) => {
  expect(choiceOf(part).problem).toMatchObject(problem);
});

it("reads only the registry's response", () => {
  const server = { name: "io.github.example/weather-mcp", remotes: [{ type: "sse", url: "https://example.com" }] };
  expect(readServerJson({ server, _meta: {} })).toMatchObject({ name: "weather" });
  expect(readServerJson({ name: "a", packages: [] })).toBeNull();
  expect(readServerJson({ mcpServers: {} })).toBeNull();
  expect(readServerJson({ servers: { packages: {} } })).toBeNull();
});

it("names the variables, headers and arguments that it sets, without those that the owner enters", () => {
  const choice = choiceOf({
    registryType: "npm",
    identifier: "a",
    ...stdio,
    environmentVariables: [
      { name: "API_URL", value: "https://example.com" },
      { name: "REGION", default: "eu" },
      { name: "DSN", value: "db://{host}", variables: { host: { isRequired: true } } },
    ],
    runtimeArguments: [{ type: "named", name: "--registry", value: "http://example.com" }],
    packageArguments: [
      { type: "positional", value: "mcp" },
      { type: "positional", valueHint: "folder" },
    ],
  });
  expect(choice.fixed).toEqual([
    { kind: "variable", name: "API_URL", value: "https://example.com" },
    { kind: "variable", name: "DSN", value: "db://{host}" },
    { kind: "argument", name: "--registry", value: "http://example.com" },
    { kind: "argument", name: "", value: "mcp" },
  ]);
  const remote = choiceOf({ type: "sse", url: "https://a", headers: [{ name: "X-A", value: "1" }] }, "remotes");
  expect(remote.fixed).toEqual([{ kind: "header", name: "X-A", value: "1" }]);
});

it("refuses variables with which a program loads other code or gets it from elsewhere", () => {
  const refused =
    "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES NODE_OPTIONS node_path NODE_EXTRA_CA_CERTS npm_config_registry NPM_CONFIG_PREFIX PATH Path PYTHONPATH PYTHONSTARTUP PYTHONHOME PIP_INDEX_URL UV_INDEX_URL UV_DEFAULT_INDEX BASH_ENV ENV PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH COR_PROFILER DOCKER_HOST DOCKER_CONFIG GIT_SSH_COMMAND GIT_CONFIG_COUNT GOFLAGS GOPROXY CARGO_HOME RUSTC_WRAPPER PHPRC LUA_INIT OPENSSL_CONF SSL_CERT_FILE HTTPS_PROXY https_proxy ALL_PROXY HOME XDG_CONFIG_HOME COMSPEC BROWSER EDITOR ELECTRON_RUN_AS_NODE DENO_DIR BUN_CONFIG_REGISTRY YARN_REGISTRY";
  for (const name of refused.split(" ")) {
    for (const value of [{ value: "x" }, { default: "x" }, {}]) {
      const choice = choiceOf({
        registryType: "npm",
        identifier: "a",
        ...stdio,
        environmentVariables: [{ name, ...value }],
      });
      expect([name, choice.problem?.reason]).toEqual([name, "json_variable"]);
    }
  }
  const container = [{ type: "named", name: "-e", value: "LD_PRELOAD=/x.so" }];
  const oci = choiceOf({ registryType: "oci", identifier: "a/b", ...stdio, runtimeArguments: container });
  expect(oci.problem?.reason).toBe("json_variable");
  const allowed =
    "NODE_ENV PYTHONUNBUFFERED GITHUB_TOKEN PATH_TO_FILES HOME_ASSISTANT_URL GOOGLE_API_KEY RUSTFS_URL PORT";
  for (const name of allowed.split(" ")) {
    const environmentVariables = [{ name, value: "x" }];
    expect(choiceOf({ registryType: "npm", identifier: "a", ...stdio, environmentVariables }).problem).toBeNull();
  }
});

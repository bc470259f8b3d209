import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../tests/testing/free-port.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

const PACKAGES = path.join(import.meta.dirname, "..", "..", "node_modules", "@modelcontextprotocol");
const EVERYTHING = path.join(PACKAGES, "server-everything", "dist", "index.js");

/** The everything server over Streamable HTTP, on a port that the system chooses. */
async function startRemote(): Promise<number> {
  const port = await freePort();
  const server = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: "ignore",
  });
  onTestFinished(() => void server.kill());
  const responds = () =>
    fetch(`http://127.0.0.1:${port}/mcp`).then(
      ({ status }) => status > 0,
      () => false,
    );
  await expect.poll(responds).toBe(true);
  return port;
}

it("adds the address of a server.json with the values that it asks for", async () => {
  const { run, json, folder, inWindow } = await openServedCommandLine();
  const port = await startRemote();
  const file = path.join(folder, "server.json");
  const server = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.modelcontextprotocol/everything-mcp",
    description: "Exercises all features",
    version: "1.0.0",
    packages: [{ registryType: "mcpb", identifier: "https://example.com/a.mcpb", transport: { type: "stdio" } }],
    remotes: [
      {
        type: "streamable-http",
        url: "http://127.0.0.1:{port}/mcp",
        variables: { port: { isRequired: true, description: "Its port" } },
        headers: [
          { name: "X-API-Key", isRequired: true, isSecret: true },
          { name: "X-Region", default: "eu" },
          { name: "X-Fixed", value: "set by the file" },
        ],
      },
    ],
  };
  writeFileSync(file, JSON.stringify(server));
  const add = ["servers", "add", "--server-json", "server.json"];
  const missing = await run(add);
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.errors).toContain("Pass the required values: --input port=VALUE (Its port), --secret X-API-Key.");
  expect((await run([...add, "--input", "X-API-Key=v"])).errors).toContain("X-API-Key is secret");
  expect((await run([...add, "--input", "prot=1"])).errors).toContain("Its inputs: port, X-API-Key, X-Region.");
  expect((await run([...add, "--package", "mcpb"])).errors).toContain("Packages of the type mcpb are not supported.");
  expect((await run([...add, "--package", "npm"])).errors).toContain("It has mcpb, remote.");
  expect(await inWindow("servers.list", {})).toEqual([]);

  const values = ["--input", `port=${port}`, "--secret", "X-API-Key"];
  const asked = await run([...add, ...values], { env: { "X-API-Key": "a-secret-value" } });
  expect(asked).toMatchObject({ code: 2 });
  expect(asked.errors).toContain("It sets the header X-Fixed set by the file");
  expect(asked.errors).toContain("X-Region is eu by default.");
  expect(asked.errors).toContain("--yes");
  expect(await inWindow("servers.list", {})).toEqual([]);
  const added = await run([...add, ...values, "--yes"], { env: { "X-API-Key": "a-secret-value" } });
  expect(added).toMatchObject({ code: 0 });
  expect(added.errors).toContain("recollect servers grant everything CLIENT --all");
  const { servers } = await json<{ servers: object[] }>(["servers", "list"]);
  expect(servers).toMatchObject([
    {
      name: "everything",
      secretNames: ["X-API-Key"],
      transport: {
        kind: "http",
        url: `http://127.0.0.1:${port}/mcp`,
        headers: { "X-Region": "eu", "X-Fixed": "set by the file" },
      },
    },
  ]);
  const second = await run(["servers", "add", "mine", "--server-json", "-", ...values, "--yes"], {
    input: JSON.stringify({ server }),
    env: { "X-API-Key": "another" },
  });
  expect(second).toMatchObject({ code: 0 });
  expect((await inWindow("servers.list", {})).map(({ name }) => name)).toEqual(["everything", "mine"]);
}, 300_000);

it("refuses a file that is not a server.json", async () => {
  const { run } = await openServedCommandLine();
  const add = ["servers", "add", "--server-json", "-"];
  expect((await run(add, { input: "{" })).errors).toContain("- is not valid JSON.");
  expect((await run(add, { input: '{"mcpServers": {}}' })).errors).toContain("is not a server.json");
  expect((await run(["servers", "add", "--server-json", "missing.json"])).code).toBe(1);
}, 300_000);

it("adds a server from the text of a README, and reads the command line of another client without running it", async () => {
  const { run, json, folder, inWindow } = await openServedCommandLine();
  const program = {
    command: process.execPath,
    args: [EVERYTHING, "stdio"],
    env: { API_KEY: "<YOUR_KEY>", LEVEL: "a" },
  };
  const readme = `# Everything\n\nAdd it:\n\n\`\`\`json\n{ // Claude\n"mcpServers": ${JSON.stringify({ everything: program, other: { url: "https://a.example/mcp" } })} }\n\`\`\`\n`;
  writeFileSync(path.join(folder, "README.md"), readme);
  const add = ["servers", "add", "--text", "README.md"];
  expect((await run(add)).errors).toContain("Pass the name of one: everything, other.");
  const named = ["servers", "add", "everything", "--text", "README.md"];
  expect((await run(named)).errors).toContain("Pass the required values: --secret API_KEY (<YOUR_KEY>).");
  const values = { env: { API_KEY: "a-secret-value" } };
  const asked = await run([...named, "--secret", "API_KEY"], values);
  expect(asked).toMatchObject({ code: 2 });
  expect(asked.errors).toContain(`It starts ${process.execPath} ${EVERYTHING} stdio`);
  expect(asked.errors).toContain("It sets the variable LEVEL a");
  expect(asked.errors).not.toContain("a-secret-value");
  expect(await inWindow("servers.list", {})).toEqual([]);
  expect(await run([...named, "--secret", "API_KEY", "--yes"], values)).toMatchObject({ code: 0 });

  const client = [
    "claude",
    "mcp",
    "add",
    "second",
    "-e",
    "A_TOKEN=YOUR_TOKEN",
    "--",
    process.execPath,
    EVERYTHING,
    "stdio",
  ];
  expect((await run(["servers", "add", "--", ...client])).errors).toContain("--secret A_TOKEN");
  expect(await run(["servers", "add", "--input", "A_TOKEN=", "--yes", "--", ...client])).toMatchObject({ code: 0 });
  expect(await json(["servers", "list"])).toMatchObject({
    servers: [
      { name: "everything", secretNames: ["API_KEY"], transport: { command: process.execPath, env: { LEVEL: "a" } } },
      {
        name: "second",
        secretNames: [],
        transport: { command: process.execPath, args: [EVERYTHING, "stdio"], env: {} },
      },
    ],
  });
  const broken = await run(["servers", "add", "--text", "-"], { input: '{"a": {"command" "x"}}' });
  expect(broken.errors).toContain("not valid JSON at line 1, column 18: a colon is missing before it.");
  expect((await run(["servers", "add", "x", "--", "claude", "mcp", "list"])).errors).toContain("another client");
}, 300_000);

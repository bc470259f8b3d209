import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
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
import { parse as parseJsonc } from "jsonc-parser";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import { CATALOGUE } from "../connect/catalogue.ts";
import { type ConnectClient, type EntryPlace, type Machine, placeOf, SERVER_NAME, shimFor } from "../connect/client.ts";
import { type Connections, createConnections } from "./connections.ts";
import { readEntry } from "./edit-text.ts";
import { transportsFor } from "./targets.ts";

const programs = mkdtempSync(path.join(tmpdir(), "re collect "));
const SHIM = { command: path.join(programs, "recollect"), args: [path.join(programs, "shim.mjs")], env: { A: "b" } };
beforeAll(() => {
  for (const file of [SHIM.command, ...SHIM.args]) writeFileSync(file, "");
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));

let home: string;
let now: number;
let url: string;
let token: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "recollect-install-"));
  now = Date.UTC(2026, 10, 21);
  url = "http://127.0.0.1:7325/mcp";
  token = "secret-1";
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const machine = (): Machine => ({ platform: "linux", home, env: { PATH: path.join(home, "bin") } });

function connections(): Connections {
  let plans = 0;
  return createConnections({
    ...machine(),
    url: () => url,
    tokenFor: async (id) => `${token}-${id}`,
    shim: SHIM,
    registryFile: path.join(home, "data", "connections.json"),
    writePrivateFile: (file, content) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: 0o600 });
    },
    clock: { now: () => now++ },
    newId: () => `plan-${++plans}`,
  });
}

function clientCalled(id: string): ConnectClient {
  const client = CATALOGUE.find((each) => each.id === id);
  if (client === undefined) throw new Error(`no client ${id}`);
  return client;
}

function fileOf(id: string): string {
  const [file] = clientCalled(id).userFiles(machine());
  if (file === undefined) throw new Error(`${id} has no file`);
  return file;
}

function write(file: string, content: string | Buffer, mode?: number): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (mode !== undefined) chmodSync(file, mode);
  return file;
}

const read = (file: string) => readFileSync(file, "utf8");
const user = (clientId: string, transport: Transport = "stdio") => ({ clientId, scope: "user", transport }) as const;
type WritableFile = readonly [name: string, client: ConnectClient, scope: ConnectionScope];
/** Every file that can be written: the owner's and the project's of each client. */
const FILES: readonly WritableFile[] = [
  ...CATALOGUE.filter((client) => client.userFiles({ platform: "linux", home: "/", env: {} }).length > 0).map(
    (client): WritableFile => [client.id, client, "user"],
  ),
  ...CATALOGUE.filter((client) => client.projectFile !== null).map(
    (client): WritableFile => [`${client.id} in a project`, client, "project"],
  ),
];

/** Files as people keep them; `C` stands for the key that holds the servers. */
const GOLDEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  json: {
    "an empty file": "",
    "white space alone": "\n\n",
    "an empty object": "{}",
    "an empty object on two lines": "{\n}\n",
    "an empty container": '{\n  "C": {}\n}\n',
    "another entry and unknown keys":
      '{\n  "theme": "dark",\n  "C": {\n    "a": { "command": "x", "n": 1e400 }\n  },\n  "z": [1, 2]\n}\n',
    "comments everywhere":
      '// top\n{\n  /* before */ "C": { // here\n    // about a\n    "a": {}, // after a\n    "b": {} // after b\n    // last\n  } // end\n}\n// bottom\n',
    "trailing commas": '{\n  "C": {\n    "a": {},\n  },\n  "b": 1,\n}\n',
    tabs: '{\n\t"C": {\n\t\t"a": {}\n\t}\n}\n',
    "four spaces and no line end at its end": '{\n    "C": {\n        "a": {}\n    }\n}',
    "one line": '{"C":{"a":{"command":"x"}},"b":[]}',
    "carriage returns": '{\r\n  "C": {\r\n    "a": {}\r\n  }\r\n}\r\n',
    "a byte order mark": '\uFEFF{\n  "b": 1\n}\n',
    "comments alone": "// nothing yet\n",
    "a comment in an empty container": '{ "C": { // none yet\n  }\n}',
    "every script and a key like an escape": '{\n  "日本": "é\\u00e9😀\\n",\n  "": {"C": {"recollect": 1}}\n}\n',
  },
  toml: {
    "an empty file": "",
    "white space alone": "\n\n",
    "unknown keys, comments and other tables":
      '# top\nmodel = "o3" # good\n\n[C.other] # it\ncommand = "x"\nargs = [\n  "a", # one\n]\n# end of other\n\n# about profiles\n[profiles.a]\nb = 1979-05-27T07:32:00Z\n',
    "no line end at its end": "a = 1",
    "carriage returns": 'a = 1\r\n\r\n[C.other]\r\ncommand = "x"\r\n',
    "a byte order mark": "\uFEFFa = 1\n",
    tabs: "[t]\n\ta = 1\n",
    "an array of tables at its end": "[[x]]\na = 1\n[[x]]\na = 2\n\n",
    "strings that look like tables": "a = '''\n[C.recollect]\ncommand = 1\n'''\n",
  },
  yaml: {
    "an empty file": "",
    "white space alone": "\n\n",
    "comments alone": "# nothing yet\n",
    "unknown keys and comments": "# top\nname: me # who\n\nmodels:\n  - name: a # one\n    key: 'x'\n\n# end\n",
    "no line end at its end": "a: 1",
    "carriage returns": "a: 1\r\nb:\r\n  - x\r\n",
    "a byte order mark": "\uFEFFa: 1\n",
    "an empty container": "a: 1\nC:\nb: 2\n",
    "text of many lines": "a: |\n  one\n    two\nb: >-\n  folded\n  text\n",
    "an anchor": "a: &x\n  k: v\nb: *x\n",
  },
};
/** With servers in it the file's form depends on the client. */
const YAML_SERVERS: Readonly<Record<EntryPlace["form"], Readonly<Record<string, string>>>> = {
  map: {
    "another entry": "C:\n  # about a\n  a:\n    cmd: x # here\n    args: [1, 2]\n\nz: 1\n",
    "four spaces": "C: # them\n    a:\n        cmd: x\nz: 1\n",
    "an empty map": "C: {}\nz: 1\n",
  },
  list: {
    "another entry": "C:\n  # about a\n  - name: a\n    command: x # here\n\nz: 1\n",
    "items at the margin": "C:\n- name: a\n  command: x\nz: 1\n",
    "an empty list": "C: []\nz: 1\n",
  },
};

function goldenOf(client: ConnectClient, scope: ConnectionScope): [string, string][] {
  const place = placeOf(client, scope);
  const files = { ...GOLDEN[place.language], ...(place.language === "yaml" ? YAML_SERVERS[place.form] : {}) };
  // A project's file of the same form is edited in the same way: a few of them show that it is.
  const isAlike = scope === "project" && client.projectFile?.companion === undefined;
  return Object.entries(files)
    .filter(([name]) => !isAlike || /^(an empty file|carriage returns|.*comments.*)$/.test(name))
    .map(([name, text]) => [name, text.replaceAll(/\bC\b/g, place.container)]);
}

describe.each(FILES)("%s", (_title, client, scope) => {
  const { id } = client;
  const place = placeOf(client, scope);
  const transports = transportsFor(client, { platform: "linux", home: "/", env: {} }, scope);
  const choice = (transport: Transport = "stdio") =>
    ({ clientId: id, scope, transport, project: path.join(home, "work") }) as const;
  let file: string;
  beforeEach(() => {
    mkdirSync(path.join(home, "work"));
    file = scope === "user" ? fileOf(id) : path.join(home, "work", client.projectFile?.path ?? "");
  });

  /** The entry as the client documents it. */
  function expectedEntry(transport: Transport): unknown {
    const { tokenReference = null, httpEntry } = (scope === "project" && client.projectFile) || {};
    const context = { ...machine(), url, token: tokenReference ?? `${token}-${id}`, shim: shimFor(id, SHIM) };
    return transport === "http" && httpEntry ? httpEntry(context) : client.entry(context, transport);
  }

  it.each(goldenOf(client, scope))("is connected and disconnected to the byte: %s", async (_name, text) => {
    write(file, text, 0o640);
    const own = connections();
    for (const transport of transports) {
      const plan = await own.planConnect(choice(transport));
      expect(read(file)).toBe(text);
      expect(plan).toMatchObject({ path: file, exists: true });
      own.apply(plan.id);
      const after = read(file);
      expect(after.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
      if (text.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
      expect(statSync(file).mode & 0o777).toBe(0o640);
      expect(readEntry(after.replace("\uFEFF", ""), place)).toEqual(expectedEntry(transport));
      // Every line that was there is still there, in its order.
      const kept = plan.difference.filter(({ kind }) => kind === "removed").map((line) => line.text.trim());
      expect(kept.length).toBeLessThanOrEqual(3);
      const again = await own.planConnect(choice(transport));
      expect(again.difference).toEqual([]);
      if (plan.backupPath !== null) expect(read(plan.backupPath)).toBe(text);
      own.apply((await own.planDisconnect(choice())).id);
      expect(read(file)).toBe(text);
    }
  });

  it.each(goldenOf(client, scope))(
    "is disconnected by the entry alone where nothing is remembered: %s",
    async (_name, text) => {
      for (const transport of transports) {
        write(file, text);
        const own = connections();
        own.apply((await own.planConnect(choice(transport))).id);
        rmSync(path.join(home, "data"), { recursive: true });
        own.apply((await own.planDisconnect(choice())).id);
        expect(readEntry(read(file).replace("\uFEFF", ""), place)).toBeUndefined();
        expect(read(file)).not.toContain("recollect-token");
        for (const line of text.replace("\uFEFF", "").split(/\r?\n/)) {
          if (!line.includes(place.container)) expect(read(file)).toContain(line);
        }
      }
    },
  );

  it("goes over from one way in to the other, and leaves nothing of either", async () => {
    const own = connections();
    for (const transport of [...transports, ...transports]) {
      own.apply((await own.planConnect(choice(transport))).id);
      expect(readEntry(read(file), place)).toEqual(expectedEntry(transport));
    }
    own.apply((await own.planDisconnect(choice())).id);
    expect(existsSync(file)).toBe(false);
  });

  it("makes the file and its folder where they are missing, and takes the file away again", async () => {
    const own = connections();
    const plan = await own.planConnect(choice());
    expect(plan).toMatchObject({ exists: false, backupPath: null });
    expect(existsSync(path.dirname(file)) && readdirSync(path.dirname(file)).includes(path.basename(file))).toBe(false);
    own.apply(plan.id);
    // What a project shares is for everybody who works in it.
    expect(statSync(file).mode & 0o777).toBe(scope === "user" ? 0o600 : 0o666 & ~process.umask());
    if (scope === "user") {
      expect(await own.catalogue()).toContainEqual(expect.objectContaining({ id, state: "connected", file }));
    }
    own.apply((await own.planDisconnect(choice())).id);
    expect(existsSync(file)).toBe(false);
  });

  it("refuses what cannot be understood, says where, and touches nothing", async () => {
    const broken = { json: '{\n  "a": 1,\n  "b" 2\n}', toml: "a = 1\nb = [1\n", yaml: 'a: 1\nb: "open\n' }[
      place.language
    ];
    write(file, broken);
    const own = connections();
    await expect(own.planConnect(choice())).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/line \d+, column \d+/),
    });
    expect(read(file)).toBe(broken);
    if (scope === "user") {
      expect(await own.catalogue()).toContainEqual(expect.objectContaining({ id, installed: true }));
    }
  });

  it("leaves a file alone that is protected against writing, and follows a link to the file behind it", async () => {
    const own = connections();
    write(file, "", 0o444);
    const refused = await own.planConnect(choice());
    expect(() => own.apply(refused.id)).toThrow(expect.objectContaining({ code: "permission_denied" }));
    expect(read(file)).toBe("");
    rmSync(file);
    const real = write(path.join(home, "dotfiles", "real"), "", 0o600);
    symlinkSync(real, file);
    own.apply((await own.planConnect(choice())).id);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read(real)).toContain("recollect");
    own.apply((await own.planDisconnect(choice())).id);
    expect(read(real)).toBe("");
  });

  it("shows an entry of our name that leads elsewhere as replaced, and never removes it unasked", async () => {
    const own = connections();
    const { language, form, container } = place;
    const foreign = {
      json: `{\n  "${container}": {\n    "recollect": { "command": "other" },\n    "b": {}\n  }\n}\n`,
      toml: `[${container}.recollect]\ncommand = "other"\n[${container}.recollect.env]\nX = "1"\n\n[z]\na = 1\n`,
      yaml:
        form === "list"
          ? `${container}:\n  - name: recollect\n    command: other\n  - name: b\n`
          : `${container}:\n  recollect:\n    cmd: other\n  b: {}\n`,
    }[language];
    write(file, foreign);
    if (scope === "user") {
      expect(await own.catalogue()).toContainEqual(expect.objectContaining({ id, state: "foreign" }));
    }
    await expect(own.planDisconnect(choice())).rejects.toThrow(/not one of Recollect's/);
    const plan = await own.planConnect(choice());
    expect(plan.warnings.join()).toContain("It is replaced");
    expect(plan.difference.some(({ kind, text }) => kind === "removed" && text.includes("other"))).toBe(true);
    own.apply(plan.id);
    expect(read(file)).not.toContain("other");
    own.apply((await own.planDisconnect(choice())).id);
    expect(readEntry(read(file), place)).toBeUndefined();
    expect(read(file)).toMatch(language === "toml" ? /\[z\]\na = 1\n$/ : /\bb\b/);
  });
});

describe("writing a client's file", () => {
  it("refuses when the file changed since the preview", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}");
    const plan = await own.planConnect(user("cursor"));
    write(file, '{"a": 1}');
    expect(() => own.apply(plan.id)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(read(file)).toBe('{"a": 1}');
    const missing = await own.planConnect(user("gemini-cli"));
    write(fileOf("gemini-cli"), "{}");
    expect(() => own.apply(missing.id)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(() => own.apply(missing.id)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("leaves a file alone that is protected against writing, and a folder that is in its place", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}", 0o444);
    const plan = await own.planConnect(user("cursor"));
    expect(() => own.apply(plan.id)).toThrow(expect.objectContaining({ code: "permission_denied" }));
    expect(read(file)).toBe("{}");
    mkdirSync(fileOf("gemini-cli"), { recursive: true });
    await expect(own.planConnect(user("gemini-cli"))).rejects.toMatchObject({ code: "invalid_argument" });
    write(fileOf("zed"), Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    await expect(own.planConnect(user("zed"))).rejects.toMatchObject({ message: expect.stringContaining("UTF-8") });
  });

  it("follows links, and leaves them links", async () => {
    const own = connections();
    const real = write(path.join(home, "dotfiles", "cursor.json"), "{}\n");
    const file = fileOf("cursor");
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(path.join("..", "dotfiles", "cursor.json"), file);
    const plan = await own.planConnect(user("cursor"));
    expect(plan.warnings.join()).toContain(real);
    own.apply(plan.id);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read(real)).toContain("recollect");
    own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(real)).toBe("{}\n");

    const dangling = fileOf("lm-studio");
    mkdirSync(path.dirname(dangling), { recursive: true });
    symlinkSync(path.join(home, "dotfiles", "lms.json"), dangling);
    own.apply((await own.planConnect(user("lm-studio"))).id);
    expect(lstatSync(dangling).isSymbolicLink()).toBe(true);
    expect(existsSync(path.join(home, "dotfiles", "lms.json"))).toBe(true);
  });

  it("keeps the last three backups and no part of a file", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}");
    for (let round = 0; round < 5; round += 1) {
      own.apply((await own.planConnect(user("cursor"))).id);
      own.apply((await own.planDisconnect(user("cursor"))).id);
    }
    const names = readdirSync(path.dirname(file)).filter((name) => name !== "mcp.json");
    expect(names).toHaveLength(3);
    expect(names.every((name) => name.startsWith("mcp.json.recollect-backup-"))).toBe(true);
  });

  it("keeps a file's permissions, whatever this process gives to new files", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}", 0o666);
    const plan = await own.planConnect(user("cursor"));
    own.apply(plan.id);
    expect([file, plan.backupPath ?? ""].map((each) => statSync(each).mode & 0o777)).toEqual([0o666, 0o666]);
  });

  it("warns of a token in a file that others can read", async () => {
    const own = connections();
    write(fileOf("cursor"), "{}", 0o644);
    expect((await own.planConnect(user("cursor", "http"))).warnings).toHaveLength(1);
    expect((await own.planConnect(user("cursor", "stdio"))).warnings).toEqual([]);
  });

  it("takes out its own entry alone from what was changed since by others", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
    own.apply((await own.planConnect(user("cursor"))).id);
    write(
      file,
      read(file).replace('"a": {}', '"a": { "new": true }').replace('"command"', '"disabled": true,\n      "command"'),
    );
    own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(file)).toBe('{\n  "mcpServers": {\n    "a": { "new": true }\n  }\n}\n');
  });
});

describe("a project's file", () => {
  const projects = CATALOGUE.filter((client) => client.projectFile !== null);
  it.each(projects.map((client) => [client.id, client] as const))("of %s never holds the token", async (id, client) => {
    const own = connections();
    const project = path.join(home, "work");
    mkdirSync(project);
    const file = path.join(project, client.projectFile?.path ?? "");
    const known = (await own.catalogue()).find((each) => each.id === id)?.writes.project ?? [];
    expect(known.includes("http")).toBe(client.projectFile?.tokenReference !== null);
    for (const transport of known) {
      const plan = await own.planConnect({ clientId: id, scope: "project", project, transport });
      const caveats = transport === "http" && client.httpCaveat !== undefined ? [client.httpCaveat] : [];
      expect(plan.warnings.slice(1)).toEqual(caveats);
      expect(plan.warnings[0]).toMatch(/token|this computer/);
      own.apply(plan.id);
      expect(read(file)).not.toContain("secret");
      if (transport === "http") expect(read(file)).toMatch(/RECOLLECT_TOKEN|\$\{input:recollect-token\}/);
      own.apply((await own.planDisconnect({ clientId: id, scope: "project", project })).id);
      expect(existsSync(file)).toBe(false);
    }
  });

  it("of VS Code asks for the token, beside what else the file asks for", async () => {
    const own = connections();
    const text = '{\n  "inputs": [\n    { "id": "key", "type": "promptString" } // theirs\n  ],\n  "servers": {}\n}\n';
    const file = write(path.join(home, ".vscode", "mcp.json"), text);
    const choice = { clientId: "vscode", scope: "project", project: home } as const;
    const plan = await own.planConnect({ ...choice, transport: "http" });
    expect(plan.warnings).toEqual([expect.stringContaining("asks each person for it once")]);
    own.apply(plan.id);
    expect(read(file)).toContain("// theirs");
    expect(parseJsonc(read(file))).toEqual({
      inputs: [
        { id: "key", type: "promptString" },
        { type: "promptString", id: "recollect-token", description: "Token for Recollect", password: true },
      ],
      servers: {
        recollect: { type: "http", url, headers: { Authorization: `Bearer \${input:recollect-token}` } },
      },
    });
    write(file, read(file).replace('"id": "key"', '"id": "other"'));
    own.apply((await own.planDisconnect(choice)).id);
    expect(read(file)).toBe(text.replace('"id": "key"', '"id": "other"'));
  });

  it("is refused where there is no such folder or the client has none", async () => {
    const own = connections();
    const choice = { clientId: "cursor", scope: "project", transport: "stdio" } as const;
    for (const project of [undefined, "work", path.join(home, "missing")]) {
      await expect(own.planConnect({ ...choice, project })).rejects.toMatchObject({ field: "project" });
    }
    await expect(own.planConnect({ ...choice, clientId: "goose", project: home })).rejects.toMatchObject({
      field: "scope",
    });
    await expect(own.planConnect({ ...choice, clientId: "none" })).rejects.toMatchObject({ code: "not_found" });
    await expect(own.planConnect(user("claude-desktop", "http"))).rejects.toMatchObject({ field: "transport" });
  });
});

describe("what was written", () => {
  it("is offered anew when the port or a token changed, and only then", async () => {
    const own = connections();
    for (const id of ["cursor", "codex", "goose"]) own.apply((await own.planConnect(user(id, "http"))).id);
    own.apply((await own.planConnect(user("zed"))).id);
    expect(await own.stale()).toEqual([]);
    url = "http://127.0.0.1:9999/mcp";
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["cursor", "codex", "goose"]);
    for (const { path: file } of await own.stale()) own.apply((await own.planRefresh(file)).id);
    expect(await own.stale()).toEqual([]);
    expect(read(fileOf("codex"))).toContain(url);
    token = "secret-2";
    expect(await own.stale()).toHaveLength(3);
    own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(existsSync(fileOf("cursor"))).toBe(false);
    rmSync(fileOf("goose"));
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["codex"]);
    await expect(own.planRefresh(fileOf("lm-studio"))).rejects.toMatchObject({ code: "not_found" });
  });

  it("is known as ours by the shim's name, wherever an earlier copy of the program lay", async () => {
    const own = connections();
    const recollect = { command: "/old/recollect", args: ["C:\\old\\dist\\shim\\recollect-shim.mjs"] };
    write(fileOf("cursor"), JSON.stringify({ mcpServers: { recollect } }));
    expect(await own.catalogue()).toContainEqual(expect.objectContaining({ id: "cursor", state: "connected" }));
    expect((await own.planConnect(user("cursor"))).warnings).toEqual([]);
    own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(fileOf("cursor"))).not.toContain("recollect");
  });

  it("is offered where an entry put there by hand starts the shim as the owner, and gets a name of its own", async () => {
    const own = connections();
    const [shim = ""] = SHIM.args;
    const byHand = { command: SHIM.command, args: SHIM.args };
    const cursor = write(fileOf("cursor"), JSON.stringify({ mcpServers: { recollect: byHand, other: {} } }));
    write(fileOf("codex"), `[mcp_servers.recollect]\ncommand = "${SHIM.command}"\nargs = ["${shim}"]\n`);
    write(fileOf("goose"), `extensions:\n  recollect:\n    cmd: ${JSON.stringify(shim)}\n`);
    write(
      fileOf("zed"),
      JSON.stringify({ context_servers: { recollect: { ...byHand, env: { RECOLLECT_CLIENT: "me" } } } }),
    );
    write(fileOf("windsurf"), JSON.stringify({ mcpServers: { recollect: { command: "another" } } }));
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["cursor", "codex", "goose"]);
    for (const { path: file } of await own.stale()) own.apply((await own.planRefresh(file)).id);
    expect(await own.stale()).toEqual([]);
    expect(JSON.parse(read(cursor)).mcpServers).toMatchObject({
      recollect: { env: { RECOLLECT_CLIENT: "cursor" } },
      other: {},
    });
    expect(read(fileOf("codex"))).toContain('RECOLLECT_CLIENT = "codex"');
  });

  it("is offered anew when the program it starts has moved", async () => {
    const own = connections();
    own.apply((await own.planConnect(user("zed"))).id);
    const [shim = ""] = SHIM.args;
    rmSync(shim);
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["zed"]);
    writeFileSync(shim, "");
    expect(await own.stale()).toEqual([]);
  });

  it("is still taken back to the byte after a refresh", async () => {
    const own = connections();
    const text = '{ // mine\n  "a": 1,\n}\n';
    const file = write(fileOf("cursor"), text);
    own.apply((await own.planConnect(user("cursor", "http"))).id);
    token = "secret-2";
    own.apply((await own.planRefresh(file)).id);
    expect(read(file)).toContain("secret-2-cursor");
    own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(file)).toBe(text);
  });

  it("is remembered for its owner alone, and does without", async () => {
    const own = connections();
    own.apply((await own.planConnect(user("cursor", "http"))).id);
    write(path.join(home, "data", "connections.json"), "broken");
    expect(await own.stale()).toEqual([]);
    own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(fileOf("cursor"))).not.toContain(SERVER_NAME);
  });
});

describe("the catalogue on this machine", () => {
  it("finds clients by their folders and by their commands", async () => {
    const own = connections();
    expect((await own.catalogue()).filter(({ installed }) => installed)).toEqual([]);
    mkdirSync(path.join(home, ".cursor"));
    write(path.join(home, "bin", "codex"), "#!/bin/sh\n", 0o755);
    write(path.join(home, "bin", "goose"), "not executable", 0o644);
    const found = (await own.catalogue()).filter(({ installed }) => installed).map(({ id }) => id);
    // Root may execute nothing that has no execute bit either.
    expect(found).toEqual(["cursor", "codex"]);
  });

  it("builds links of four schemes, with a token in Goose's alone", async () => {
    const links = (await connections().catalogue()).flatMap(({ id, deepLink }) =>
      deepLink === null ? [] : [[id, deepLink] as const],
    );
    expect(links.map(([id, link]) => [id, new URL(link).protocol])).toEqual([
      ["cursor", "cursor:"],
      ["vscode", "vscode:"],
      ["lm-studio", "lmstudio:"],
      ["goose", "goose:"],
    ]);
    expect(links.filter(([, link]) => link.includes("secret")).map(([id]) => id)).toEqual(["goose"]);
    const cursor = new URL(links[0]?.[1] ?? "");
    expect(JSON.parse(Buffer.from(cursor.searchParams.get("config") ?? "", "base64").toString())).toMatchObject({
      command: SHIM.command,
    });
    const goose = new URL(links[3]?.[1] ?? "").searchParams;
    expect(decodeURIComponent(goose.get("header") ?? "")).toBe("Authorization=Bearer secret-1-goose");
    const code = links[1]?.[1] ?? "";
    expect(JSON.parse(decodeURIComponent(code.slice(code.indexOf("?") + 1)))).toMatchObject({
      name: "recollect",
      type: "stdio",
    });
  });
});

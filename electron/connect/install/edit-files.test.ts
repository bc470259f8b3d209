import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import { type ConnectClient, type EntryPlace, placeOf, shimFor } from "../client.ts";
import { CLIENTS } from "../registry.ts";
import { connections, fileOf, giveHome, here, machine, read, SHIM, write } from "../testing/connections.ts";
import { transportsFor } from "./client-file.ts";
import { readEntry } from "./edit-text.ts";

giveHome();

type WritableFile = readonly [name: string, client: ConnectClient, scope: ConnectionScope];
/** Every file that can be written: each client's user file and project file. */
const FILES: readonly WritableFile[] = [
  ...CLIENTS.filter((client) => client.userFiles({ platform: "linux", home: "/", env: {} }).length > 0).map(
    (client): WritableFile => [client.id, client, "user"],
  ),
  ...CLIENTS.filter((client) => client.projectFile !== null).map(
    (client): WritableFile => [`${client.id} in a project`, client, "project"],
  ),
];

/** Files as people write them; `C` is the key that contains the servers. */
const GOLDEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  json: {
    "an empty file": "",
    "only white space": "\n\n",
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
    "only comments": "// nothing yet\n",
    "a comment in an empty container": '{ "C": { // none yet\n  }\n}',
    "every script and a key like an escape": '{\n  "日本": "é\\u00e9😀\\n",\n  "": {"C": {"recollect": 1}}\n}\n',
  },
  toml: {
    "an empty file": "",
    "only white space": "\n\n",
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
    "only white space": "\n\n",
    "only comments": "# nothing yet\n",
    "unknown keys and comments": "# top\nname: me # who\n\nmodels:\n  - name: a # one\n    key: 'x'\n\n# end\n",
    "no line end at its end": "a: 1",
    "carriage returns": "a: 1\r\nb:\r\n  - x\r\n",
    "a byte order mark": "\uFEFFa: 1\n",
    "an empty container": "a: 1\nC:\nb: 2\n",
    "text of many lines": "a: |\n  one\n    two\nb: >-\n  folded\n  text\n",
    "an anchor": "a: &x\n  k: v\nb: *x\n",
  },
};
/** The form of a file with servers depends on the client. */
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
  // A project's file of the same form is edited in the same way, so a few texts are enough.
  const isSameForm = scope === "project" && client.projectFile?.companion === undefined;
  return Object.entries(files)
    .filter(([name]) => !isSameForm || /^(an empty file|carriage returns|.*comments.*)$/.test(name))
    .map(([name, text]) => [name, text.replaceAll(/\bC\b/g, place.container)]);
}

describe.each(FILES)("%s", (_title, client, scope) => {
  const { id } = client;
  const place = placeOf(client, scope);
  const transports = transportsFor(client, { platform: "linux", home: "/", env: {} }, scope);
  const choice = (transport: Transport = "stdio") =>
    ({ clientId: id, scope, transport, project: path.join(here.home, "work") }) as const;
  let file: string;
  beforeEach(() => {
    mkdirSync(path.join(here.home, "work"));
    file = scope === "user" ? fileOf(id) : path.join(here.home, "work", client.projectFile?.path ?? "");
  });

  /** The entry in the client's documented format. */
  function expectedEntry(transport: Transport): unknown {
    const { tokenReference = null, httpEntry } = (scope === "project" && client.projectFile) || {};
    const context = {
      ...machine(),
      url: here.url,
      token: tokenReference ?? `${here.token}-${id}`,
      shim: shimFor(id, SHIM),
    };
    return transport === "http" && httpEntry ? httpEntry(context) : client.entry(context, transport);
  }

  it.each(goldenOf(client, scope))("connects and disconnects to the byte: %s", async (_name, text) => {
    const own = connections();
    for (const transport of transports) {
      write(file, text, 0o640);
      const plan = await own.planConnect(choice(transport));
      expect(read(file)).toBe(text);
      expect(plan).toMatchObject({ path: file, exists: true });
      await own.apply(plan.id);
      const after = read(file);
      expect(after.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
      if (text.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
      const containsToken = scope === "user" && transport === "http";
      expect(statSync(file).mode & 0o777).toBe(containsToken ? 0o600 : 0o640);
      expect(readEntry(after.replace("\uFEFF", ""), place)).toEqual(expectedEntry(transport));
      // At most three lines change.
      const removed = plan.difference.filter(({ kind }) => kind === "removed").map((line) => line.text.trim());
      expect(removed.length).toBeLessThanOrEqual(3);
      const again = await own.planConnect(choice(transport));
      expect(again.difference).toEqual([]);
      if (plan.backupPath !== null) expect(read(plan.backupPath)).toBe(text);
      await own.apply((await own.planDisconnect(choice())).id);
      expect(read(file)).toBe(text);
    }
  });

  it.each(goldenOf(client, scope))("disconnects by the entry without a record: %s", async (_name, text) => {
    for (const transport of transports) {
      write(file, text);
      const own = connections();
      await own.apply((await own.planConnect(choice(transport))).id);
      rmSync(path.join(here.home, "data"), { recursive: true });
      await own.apply((await own.planDisconnect(choice())).id);
      expect(readEntry(read(file).replace("\uFEFF", ""), place)).toBeUndefined();
      expect(read(file)).not.toContain("recollect-token");
      for (const line of text.replace("\uFEFF", "").split(/\r?\n/)) {
        if (!line.includes(place.container)) expect(read(file)).toContain(line);
      }
    }
  });

  it("switches between the transports and leaves no trace of either", async () => {
    const own = connections();
    for (const transport of [...transports, ...transports]) {
      await own.apply((await own.planConnect(choice(transport))).id);
      expect(readEntry(read(file), place)).toEqual(expectedEntry(transport));
    }
    await own.apply((await own.planDisconnect(choice())).id);
    expect(existsSync(file)).toBe(false);
  });

  it("creates the file and its folder, and removes the file again", async () => {
    const own = connections();
    const plan = await own.planConnect(choice());
    expect(plan).toMatchObject({ exists: false, backupPath: null });
    expect(existsSync(path.dirname(file)) && readdirSync(path.dirname(file)).includes(path.basename(file))).toBe(false);
    await own.apply(plan.id);
    // A project's file is readable for everyone who works on the project.
    expect(statSync(file).mode & 0o777).toBe(scope === "user" ? 0o600 : 0o666 & ~process.umask());
    if (scope === "user") {
      expect(await own.list()).toContainEqual(expect.objectContaining({ id, state: "connected", file }));
    }
    await own.apply((await own.planDisconnect(choice())).id);
    expect(existsSync(file)).toBe(false);
  });

  it("refuses an invalid file with the position of the error and does not change it", async () => {
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
      expect(await own.list()).toContainEqual(expect.objectContaining({ id, installed: true }));
    }
  });

  it("does not change a read-only file, and follows a symbolic link", async () => {
    const own = connections();
    write(file, "", 0o444);
    const refused = await own.planConnect(choice());
    await expect(own.apply(refused.id)).rejects.toThrow(expect.objectContaining({ code: "permission_denied" }));
    expect(read(file)).toBe("");
    rmSync(file);
    const folder = scope === "user" ? "dotfiles" : "work";
    const real = write(path.join(here.home, folder, "real"), "", 0o600);
    symlinkSync(real, file);
    await own.apply((await own.planConnect(choice())).id);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read(real)).toContain("recollect");
    await own.apply((await own.planDisconnect(choice())).id);
    expect(read(real)).toBe("");
  });

  const FOREIGN = {
    json: `{\n  "${place.container}": {\n    "recollect": { "command": "other" },\n    "b": {}\n  }\n}\n`,
    toml: `[${place.container}.recollect]\ncommand = "other"\n[${place.container}.recollect.env]\nX = "1"\n\n[z]\na = 1\n`,
    yaml:
      place.form === "list"
        ? `${place.container}:\n  - name: recollect\n    command: other\n  - name: b\n`
        : `${place.container}:\n  recollect:\n    cmd: other\n  b: {}\n`,
  }[place.language];

  it("warns that it replaces another program's entry, refuses to remove it, and puts it back", async () => {
    const own = connections();
    write(file, FOREIGN);
    if (scope === "user") {
      expect(await own.list()).toContainEqual(expect.objectContaining({ id, state: "foreign" }));
    }
    await expect(own.planDisconnect(choice())).rejects.toMatchObject({ details: { reason: "entry_foreign" } });
    const plan = await own.planConnect(choice());
    expect(plan.warnings).toContainEqual({ reason: "entry_replaced" });
    expect(plan.difference.some(({ kind, text }) => kind === "removed" && text.includes("other"))).toBe(true);
    await own.apply(plan.id);
    expect(read(file)).not.toContain("other");
    await own.apply((await own.planDisconnect(choice())).id);
    expect(read(file)).toBe(FOREIGN);
  });

  it("puts another program's entry back after ours was changed by hand", async () => {
    const own = connections();
    write(file, FOREIGN);
    const foreign = readEntry(FOREIGN, place);
    for (const transport of transports) await own.apply((await own.planConnect(choice(transport))).id);
    const written = read(file);
    const changed = written.replace(/7325|("?A"?\s*[:=]\s*"?)b/, (_all, start) =>
      start === undefined ? "7326" : `${start}c`,
    );
    expect(changed).not.toBe(written);
    write(file, changed);
    await own.apply((await own.planDisconnect(choice())).id);
    expect(readEntry(read(file), place)).toEqual(foreign);
    expect(read(file)).toMatch(place.language === "toml" ? /\[z\]\na = 1\n/ : /\bb\b/);
  });
});

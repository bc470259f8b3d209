import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { SERVER_NAME } from "../client.ts";
import { CLIENTS } from "../registry.ts";
import {
  backupFolder,
  connections,
  fileOf,
  giveHome,
  here,
  read,
  reported,
  SHIM,
  user,
  write,
} from "../testing/connections.ts";

giveHome();

describe("Connections", () => {
  it("refuses to write a file that changed since the preview", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}");
    const plan = await own.planConnect(user("cursor"));
    write(file, '{"a": 1}');
    await expect(own.apply(plan.id)).rejects.toThrow(expect.objectContaining({ code: "conflict" }));
    expect(read(file)).toBe('{"a": 1}');
    const missing = await own.planConnect(user("gemini-cli"));
    write(fileOf("gemini-cli"), "{}");
    await expect(own.apply(missing.id)).rejects.toThrow(expect.objectContaining({ code: "conflict" }));
    await expect(own.apply(missing.id)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("refuses a read-only file, a folder in place of the file, and a file that is not UTF-8", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}", 0o444);
    const plan = await own.planConnect(user("cursor"));
    await expect(own.apply(plan.id)).rejects.toThrow(expect.objectContaining({ code: "permission_denied" }));
    expect(read(file)).toBe("{}");
    mkdirSync(fileOf("gemini-cli"), { recursive: true });
    await expect(own.planConnect(user("gemini-cli"))).rejects.toMatchObject({ code: "invalid_argument" });
    write(fileOf("zed"), Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    await expect(own.planConnect(user("zed"))).rejects.toMatchObject({ message: expect.stringContaining("UTF-8") });
  });

  it("writes the file behind a symbolic link and keeps the link", async () => {
    const own = connections();
    const real = write(path.join(here.home, "dotfiles", "cursor.json"), "{}\n");
    const file = fileOf("cursor");
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(path.join("..", "dotfiles", "cursor.json"), file);
    const plan = await own.planConnect(user("cursor"));
    expect(plan.warnings).toEqual([{ reason: "file_is_link", params: { path: real } }]);
    await own.apply(plan.id);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read(real)).toContain("recollect");
    await own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(real)).toBe("{}\n");

    const dangling = fileOf("lm-studio");
    mkdirSync(path.dirname(dangling), { recursive: true });
    symlinkSync(path.join(here.home, "dotfiles", "lms.json"), dangling);
    await own.apply((await own.planConnect(user("lm-studio"))).id);
    expect(lstatSync(dangling).isSymbolicLink()).toBe(true);
    expect(existsSync(path.join(here.home, "dotfiles", "lms.json"))).toBe(true);
  });

  it("keeps the last three backups of each file, in the data folder, and no temporary file", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}");
    for (let round = 0; round < 5; round += 1) {
      await own.apply((await own.planConnect(user("cursor"))).id);
      await own.apply((await own.planDisconnect(user("cursor"))).id);
    }
    expect(readdirSync(path.dirname(file))).toEqual(["mcp.json"]);
    const other = write(fileOf("lm-studio"), "{}");
    await own.apply((await own.planConnect(user("lm-studio"))).id);
    expect(path.basename(other)).toBe("mcp.json");
    const names = readdirSync(backupFolder());
    expect(names).toHaveLength(4);
    expect(names.every((name) => /^mcp\.json\.[0-9a-f]{12}\.\d{8}T\d{9}Z$/.test(name))).toBe(true);
  });

  it("keeps a file's permissions, independent of the umask", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}", 0o666);
    const plan = await own.planConnect(user("cursor"));
    await own.apply(plan.id);
    expect([file, plan.backupPath ?? ""].map((each) => statSync(each).mode & 0o777)).toEqual([0o666, 0o600]);
  });

  it("makes a file that other users can read private when it gets a token, with a warning", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), "{}", 0o644);
    expect((await own.planConnect(user("cursor", "stdio"))).warnings).toEqual([]);
    const plan = await own.planConnect(user("cursor", "http"));
    expect(plan.warnings).toEqual([{ reason: "file_readable_by_others" }]);
    await own.apply(plan.id);
    expect([file, plan.backupPath ?? ""].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it("removes only its own entry from a file that was edited since", async () => {
    const own = connections();
    const file = write(fileOf("cursor"), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
    await own.apply((await own.planConnect(user("cursor"))).id);
    write(
      file,
      read(file).replace('"a": {}', '"a": { "new": true }').replace('"command"', '"disabled": true,\n      "command"'),
    );
    await own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(file)).toBe('{\n  "mcpServers": {\n    "a": { "new": true }\n  }\n}\n');
  });
});

describe("a project's file", () => {
  const projects = CLIENTS.filter((client) => client.projectFile !== null);
  it.each(projects.map((client) => [client.id, client.projectFile?.path ?? ""] as const))(
    "of %s is refused if it is a link out of the project, and the target is neither changed nor copied",
    async (id, name) => {
      const own = connections();
      const target = write(path.join(here.home, "mine", path.basename(name)), "secret of another server", 0o600);
      const choice = { clientId: id, scope: "project", transport: "stdio" } as const;
      const fileLink = path.join(here.home, "file-link");
      mkdirSync(path.dirname(path.join(fileLink, name)), { recursive: true });
      symlinkSync(target, path.join(fileLink, name));
      const dangling = path.join(here.home, "dangling");
      mkdirSync(path.dirname(path.join(dangling, name)), { recursive: true });
      symlinkSync(path.join(here.home, "mine", "new"), path.join(dangling, name));
      const cases = [fileLink, dangling];
      const [folder = "", ...rest] = name.split("/");
      if (rest.length > 0) {
        // The project's folder is itself behind a link, which is allowed; its subfolder leaves it.
        const real = path.join(here.home, "folder-link");
        mkdirSync(real);
        symlinkSync(path.join(here.home, "mine"), path.join(real, folder));
        symlinkSync(real, path.join(here.home, "alias"));
        cases.push(path.join(here.home, "alias"));
      }
      for (const project of cases) {
        for (const plan of [own.planConnect({ ...choice, project }), own.planDisconnect({ ...choice, project })]) {
          await expect(plan).rejects.toMatchObject({ details: { reason: "file_leaves_project" } });
        }
      }
      expect(readdirSync(path.join(here.home, "mine"))).toEqual([path.basename(name)]);
      expect(read(target)).toBe("secret of another server");
      expect(existsSync(backupFolder())).toBe(false);
    },
  );

  it("may be a link inside the project, and a link that appears after the preview is not followed", async () => {
    const own = connections();
    const project = path.join(here.home, "work");
    const file = path.join(project, ".mcp.json");
    const shared = write(path.join(project, "shared.json"), "{}");
    symlinkSync("shared.json", file);
    const choice = { clientId: "claude-code", scope: "project", transport: "stdio", project } as const;
    await own.apply((await own.planConnect(choice)).id);
    expect(read(shared)).toContain("recollect");
    expect(readdirSync(project).sort()).toEqual([".mcp.json", "shared.json"]);
    const plan = await own.planDisconnect(choice);
    const mine = write(path.join(here.home, "mine.json"), read(shared));
    rmSync(file);
    symlinkSync(mine, file);
    await expect(own.apply(plan.id)).rejects.toThrow(
      expect.objectContaining({ details: expect.objectContaining({ reason: "file_leaves_project" }) }),
    );
    expect(read(mine)).toContain("recollect");
  });

  it.each(projects.map((client) => [client.id, client] as const))(
    "of %s never contains the token",
    async (id, client) => {
      const own = connections();
      const project = path.join(here.home, "work");
      mkdirSync(project);
      const file = path.join(project, client.projectFile?.path ?? "");
      const known = (await own.list()).find((each) => each.id === id)?.writes.project ?? [];
      expect(known.includes("http")).toBe(client.projectFile?.tokenReference !== null);
      for (const transport of known) {
        const plan = await own.planConnect({ clientId: id, scope: "project", project, transport });
        const caveats = transport === "http" && client.httpCaveat !== undefined ? [client.httpCaveat] : [];
        expect(plan.warnings.slice(1)).toEqual(caveats);
        expect(plan.warnings[0]?.reason).toMatch(/^project_/);
        await own.apply(plan.id);
        expect(read(file)).not.toContain("secret");
        if (transport === "http") expect(read(file)).toMatch(/RECOLLECT_TOKEN|\$\{input:recollect-token\}/);
        await own.apply((await own.planDisconnect({ clientId: id, scope: "project", project })).id);
        expect(existsSync(file)).toBe(false);
      }
    },
  );

  it("adds an input for the token to a project file of VS Code and keeps its other inputs", async () => {
    const own = connections();
    const text = '{\n  "inputs": [\n    { "id": "key", "type": "promptString" } // theirs\n  ],\n  "servers": {}\n}\n';
    const file = write(path.join(here.home, ".vscode", "mcp.json"), text);
    const choice = { clientId: "vscode", scope: "project", project: here.home } as const;
    const plan = await own.planConnect({ ...choice, transport: "http" });
    expect(plan.warnings).toEqual([{ reason: "project_client_asks_token", params: { client: "VS Code" } }]);
    await own.apply(plan.id);
    expect(read(file)).toContain("// theirs");
    expect(parseJsonc(read(file))).toEqual({
      inputs: [
        { id: "key", type: "promptString" },
        { type: "promptString", id: "recollect-token", description: "Token for Recollect", password: true },
      ],
      servers: {
        recollect: { type: "http", url: here.url, headers: { Authorization: `Bearer \${input:recollect-token}` } },
      },
    });
    write(file, read(file).replace('"id": "key"', '"id": "other"'));
    await own.apply((await own.planDisconnect(choice)).id);
    expect(read(file)).toBe(text.replace('"id": "key"', '"id": "other"'));
  });

  it("refuses a project without a folder, and a client without a project file", async () => {
    const own = connections();
    const choice = { clientId: "cursor", scope: "project", transport: "stdio" } as const;
    for (const project of [undefined, "work", path.join(here.home, "missing")]) {
      await expect(own.planConnect({ ...choice, project })).rejects.toMatchObject({ field: "project" });
    }
    await expect(own.planConnect({ ...choice, clientId: "goose", project: here.home })).rejects.toMatchObject({
      field: "scope",
    });
    await expect(own.planConnect({ ...choice, clientId: "none" })).rejects.toMatchObject({ code: "not_found" });
    await expect(own.planConnect(user("claude-desktop", "http"))).rejects.toMatchObject({ field: "transport" });
  });
});

describe("written files", () => {
  it("reports a file as stale only if the port or token changed", async () => {
    const own = connections();
    for (const id of ["cursor", "codex", "goose"]) await own.apply((await own.planConnect(user(id, "http"))).id);
    await own.apply((await own.planConnect(user("zed"))).id);
    expect(await own.stale()).toEqual([]);
    here.url = "http://127.0.0.1:9999/mcp";
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["cursor", "codex", "goose"]);
    for (const { path: file } of await own.stale()) await own.apply((await own.planRefresh(file)).id);
    expect(await own.stale()).toEqual([]);
    expect(read(fileOf("codex"))).toContain(here.url);
    here.token = "secret-2";
    expect(await own.stale()).toHaveLength(3);
    await own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(existsSync(fileOf("cursor"))).toBe(false);
    rmSync(fileOf("goose"));
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["codex"]);
    await expect(own.planRefresh(fileOf("lm-studio"))).rejects.toMatchObject({ code: "not_found" });
  });

  it("recognises an entry of another installation by the name of the shim", async () => {
    const own = connections();
    const recollect = { command: "/old/recollect", args: ["C:\\old\\dist\\shim\\recollect-shim.mjs"] };
    write(fileOf("cursor"), JSON.stringify({ mcpServers: { recollect } }));
    expect(await own.list()).toContainEqual(expect.objectContaining({ id: "cursor", state: "connected" }));
    expect((await own.planConnect(user("cursor"))).warnings).toEqual([]);
    await own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(fileOf("cursor"))).not.toContain("recollect");
  });

  it("reports an entry written by hand that starts the shim without a client, and adds the client", async () => {
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
    for (const { path: file } of await own.stale()) await own.apply((await own.planRefresh(file)).id);
    expect(await own.stale()).toEqual([]);
    expect(JSON.parse(read(cursor)).mcpServers).toMatchObject({
      recollect: { env: { RECOLLECT_CLIENT: "cursor" } },
      other: {},
    });
    expect(read(fileOf("codex"))).toContain('RECOLLECT_CLIENT = "codex"');
  });

  it("reports a file as stale if the program that it starts is missing", async () => {
    const own = connections();
    await own.apply((await own.planConnect(user("zed"))).id);
    const [shim = ""] = SHIM.args;
    rmSync(shim);
    expect((await own.stale()).map(({ clientId }) => clientId)).toEqual(["zed"]);
    writeFileSync(shim, "");
    expect(await own.stale()).toEqual([]);
  });

  it("restores a file to the byte after a refresh", async () => {
    const own = connections();
    const text = '{ // mine\n  "a": 1,\n}\n';
    const file = write(fileOf("cursor"), text);
    await own.apply((await own.planConnect(user("cursor", "http"))).id);
    here.token = "secret-2";
    await own.apply((await own.planRefresh(file)).id);
    expect(read(file)).toContain("secret-2-cursor");
    await own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(file)).toBe(text);
  });

  it("stores its records in a private file, and works without them", async () => {
    const own = connections();
    await own.apply((await own.planConnect(user("cursor", "http"))).id);
    write(path.join(here.home, "data", "connections.json"), "broken");
    expect(await own.stale()).toEqual([]);
    await own.apply((await own.planDisconnect(user("cursor"))).id);
    expect(read(fileOf("cursor"))).not.toContain(SERVER_NAME);
  });

  it("keeps a damaged file of records under another name, with the records that can be read", async () => {
    const own = connections();
    await own.apply((await own.planConnect(user("cursor", "http"))).id);
    const file = path.join(here.home, "data", "connections.json");
    const [record] = JSON.parse(read(file)) as unknown[];
    const damaged = JSON.stringify([record, { path: "other" }]);
    write(file, damaged);
    here.token = "secret-2";
    expect(await own.stale()).toMatchObject([{ clientId: "cursor" }]);
    expect(reported).toMatchObject([{ details: { reason: "record_damaged", path: file } }]);
    expect(read(String(reported[0]?.details?.setAside))).toBe(damaged);
    expect(JSON.parse(read(file))).toEqual([record]);
  });

  it("never replaces records that cannot be read", async () => {
    const file = path.join(here.home, "data", "connections.json");
    mkdirSync(file, { recursive: true });
    const own = connections();
    const { id } = await own.planConnect(user("cursor", "http"));
    await expect(own.apply(id)).rejects.toThrow(file);
    expect(existsSync(fileOf("cursor"))).toBe(false);
    expect(reported).toMatchObject([{ details: { reason: "record_unreadable", path: file } }]);
    expect(readdirSync(file)).toEqual([]);
  });
});

describe("Connections.list", () => {
  it("finds installed clients by their folders and commands", async () => {
    const own = connections();
    expect((await own.list()).filter(({ installed }) => installed)).toEqual([]);
    mkdirSync(path.join(here.home, ".cursor"));
    write(path.join(here.home, "bin", "codex"), "#!/bin/sh\n", 0o755);
    write(path.join(here.home, "bin", "goose"), "not executable", 0o644);
    const found = (await own.list()).filter(({ installed }) => installed).map(({ id }) => id);
    // Root may execute nothing that has no execute bit either.
    expect(found).toEqual(["cursor", "codex"]);
  });

  it("builds links of three schemes", async () => {
    const links = (await connections().list()).flatMap(({ id, deepLink }) =>
      deepLink === null ? [] : [[id, deepLink] as const],
    );
    expect(links.map(([id, link]) => [id, new URL(link).protocol])).toEqual([
      ["cursor", "cursor:"],
      ["vscode", "vscode:"],
      ["lm-studio", "lmstudio:"],
    ]);
    const cursor = new URL(links[0]?.[1] ?? "");
    expect(JSON.parse(Buffer.from(cursor.searchParams.get("config") ?? "", "base64").toString())).toMatchObject({
      command: SHIM.command,
    });
    const code = links[1]?.[1] ?? "";
    expect(JSON.parse(decodeURIComponent(code.slice(code.indexOf("?") + 1)))).toMatchObject({
      name: "recollect",
      type: "stdio",
    });
  });
});

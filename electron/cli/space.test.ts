import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createDatabase, hasPostgres, sharedServer } from "../spaces/testing/postgres-spaces.ts";
import { openServedCommandLine, type ServedCommandLine } from "./testing/command-line.ts";

const DOMAIN = "acme/web";
const PASSPHRASE = "nine plain words that nobody would guess at once";

// Each command is a process, which takes time. The remaining steps use the methods of the window.
async function capture({ inWindow }: ServedCommandLine, content: string, domain = DOMAIN): Promise<void> {
  await inWindow("memories.capture", { content, domain });
}

async function contents({ inWindow }: ServedCommandLine, domain = DOMAIN): Promise<string[]> {
  const { items } = await inWindow("memories.list", { domain: [domain] });
  return items.map(({ content }) => content).sort();
}

async function syncInTurn(...lines: readonly ServedCommandLine[]): Promise<void> {
  for (const { inWindow } of lines) {
    for (const { id } of await inWindow("spaces.list", {})) await inWindow("spaces.sync", { id });
  }
}

it("shares a domain through a folder from the first command to the last", async () => {
  const [laptop, desktop] = [await openServedCommandLine(), await openServedCommandLine()];
  const folder = path.join(laptop.folder, "Sync");
  mkdirSync(folder);
  await capture(laptop, "Deploys run on Fridays");
  await capture(laptop, "A secret of another project", "acme/secret");
  await capture(desktop, "Deploys run on Fridays");
  await capture(desktop, "Tests run before each deploy");

  const create = ["space", "create", "Notes", "--domain", DOMAIN, "--device-name", "laptop"];
  const created = await laptop.run([...create, "--folder", "Sync"]);
  expect(created.code, created.errors).toBe(0);
  expect(created.out).toMatch(/Notes: (current|working)[\s\S]+encryption {2}none[\s\S]+to send {5}0 changes/);
  const { link } = await laptop.json<{ link: string }>(["space", "invite"]);
  expect(link).toMatch(/^recollect:\/\/join\?/);

  const undecided = await desktop.run(["space", "join", link, "--folder", folder]);
  expect(undecided.code).toBe(2);
  expect(undecided.out).toContain("comes in:  1 change of 1 device");
  expect(undecided.out).toContain("goes out:  2 memories of acme/web");
  expect(undecided.errors).toContain("Pass --yes to agree.");
  expect(await desktop.inWindow("spaces.list", {})).toEqual([]);
  const join = ["space", "join", "-", "--yes", "--device-name", "desktop"];
  const joined = await desktop.run([...join, "--folder", folder], { input: `${link}\n` });
  expect(joined.code, joined.errors).toBe(0);
  expect(joined.out).toContain("devices     desktop (this one), laptop");
  await syncInTurn(laptop);
  const both = ["Deploys run on Fridays", "Tests run before each deploy"];
  expect(await contents(laptop)).toEqual(both);
  expect(await contents(desktop)).toEqual(both);
  expect(await contents(desktop, "acme/secret")).toEqual([]);

  // Both are paused while they change the same memory, the desktop later.
  expect((await laptop.run(["space", "pause"])).out).toContain("paused");
  const [{ id: space = "" } = {}] = await desktop.inWindow("spaces.list", {});
  await desktop.inWindow("spaces.pause", { id: space });
  const { items } = await laptop.inWindow("memories.list", { domain: [DOMAIN] });
  const id = items.find(({ content }) => content === both[0])?.id ?? "";
  await laptop.inWindow("memories.update", { reference: id, content: "Deploys run on Mondays" });
  const then = Date.now();
  await expect.poll(Date.now).toBeGreaterThan(then);
  await desktop.inWindow("memories.update", { reference: id, content: "Deploys run on Tuesdays" });
  await desktop.inWindow("spaces.resume", { id: space });
  expect((await laptop.run(["space", "resume"])).code).toBe(0);
  await syncInTurn(laptop, desktop, laptop);
  const shown = await laptop.run(["space", "conflicts", "Notes"]);
  expect(shown.out).toMatch(/on laptop, [\s\S]+- Deploys run on Tuesdays\n {2}\+ Deploys run on Mondays/);
  expect(await laptop.run(["space", "resolve", id, "take", "x"])).toMatchObject({ code: 2 });
  const resolved = await laptop.run(["space", "resolve", id.slice(-8), "take"]);
  expect(resolved).toMatchObject({ code: 0, out: "Resolved: Deploys run on Mondays\n" });
  expect((await laptop.run(["space", "sync"])).out).toMatch(/Notes +(current|working) +1 project, 2 devices/);
  await syncInTurn(desktop);
  expect(await contents(desktop)).toContain("Deploys run on Mondays");

  // The file of an entry that the laptop announces is lost: another device says so until the laptop has repaired it.
  const [own = ""] = (await laptop.inWindow("spaces.list", {})).map(({ device }) => device.id);
  const files = path.join(folder, space, "devices", own);
  await capture(laptop, "Only in a lost file");
  await desktop.inWindow("spaces.pause", { id: space });
  await syncInTurn(laptop);
  for (const name of readdirSync(files)) if (name.endsWith(".segment")) rmSync(path.join(files, name));
  await desktop.inWindow("spaces.resume", { id: space });
  const incomplete = await desktop.run(["space", "sync"]);
  expect(incomplete.code).toBe(1);
  expect(incomplete.out).toMatch(/laptop[^\n]+has not arrived/);
  await syncInTurn(laptop);
  // The laptop repairs the file when it next looks at the folder.
  await expect.poll(() => desktop.run(["space", "sync"])).toMatchObject({ code: 0 });
  expect(await contents(desktop)).toContain("Only in a lost file");
  expect(await desktop.json(["space", "conflicts"])).toEqual({ conflicts: [] });

  expect((await desktop.run(["space", "devices", "--rename", "tower"])).out).toMatch(/tower +this device/);
  const left = await desktop.run(["space", "leave", "Notes", "--memories", "keep", "--yes"]);
  expect(left).toMatchObject({ code: 0, out: "Left Notes.\n" });
  expect(await contents(desktop)).toContain("Deploys run on Mondays");
  expect(await laptop.json(["space", "leave", "Notes", "--memories", "remove", "--yes"])).toHaveProperty("left");
  expect(await contents(laptop)).toEqual([]);
  expect(await contents(laptop, "acme/secret")).toHaveLength(1);
}, 300_000);

it("says that a memory is in the trash if one device deleted it and another edited it", async () => {
  const [laptop, desktop] = [await openServedCommandLine(), await openServedCommandLine()];
  const folder = path.join(laptop.folder, "Sync");
  mkdirSync(folder);
  await capture(laptop, "Deploys run on Fridays");
  const create = ["space", "create", "Notes", "--domain", DOMAIN, "--device-name", "laptop", "--folder", "Sync"];
  expect((await laptop.run(create)).code).toBe(0);
  const { link } = await laptop.json<{ link: string }>(["space", "invite"]);
  const join = ["space", "join", "-", "--yes", "--device-name", "desktop", "--folder", folder];
  expect((await desktop.run(join, { input: `${link}\n` })).code).toBe(0);
  await syncInTurn(laptop, desktop);
  const [{ id = "" } = {}] = (await desktop.inWindow("memories.list", { domain: [DOMAIN] })).items;
  const spaces = await Promise.all([laptop, desktop].map(({ inWindow }) => inWindow("spaces.list", {})));
  const [{ id: space = "" } = {}] = spaces[0] ?? [];

  for (const { inWindow } of [laptop, desktop]) await inWindow("spaces.pause", { id: space });
  await laptop.inWindow("memories.delete", { references: [id] });
  await desktop.inWindow("memories.update", { reference: id, content: "Deploys run on Mondays" });
  for (const { inWindow } of [laptop, desktop]) await inWindow("spaces.resume", { id: space });
  await syncInTurn(laptop, desktop, laptop, desktop);
  const shown = await desktop.run(["space", "conflicts", "Notes"]);
  expect(shown.out).toContain("in the trash");
  expect(shown.out).toContain("Deploys run on Mondays");
}, 300_000);

it.skipIf(!hasPostgres)(
  "shares an encrypted domain through PostgreSQL, with rights and secrets apart",
  async () => {
    const [owner, member] = [await openServedCommandLine(), await openServedCommandLine()];
    const database = await createDatabase(await sharedServer());
    const address = `postgres://${database.owner}@127.0.0.1:${database.server.port}/${database.database}`;
    await capture(owner, "Prices are in cents");
    await capture(owner, "My birthday is in May", "user");

    const create = ["space", "create", "Team", "--postgres", address, "--password-stdin", "--passphrase-stdin"];
    const input = `${database.ownerPassword}\n${PASSPHRASE}\n`;
    const personal = await owner.run([...create, "--domain", "user"], { input });
    expect(personal.code).toBe(2);
    expect(personal.errors).toContain("pass --share-user");
    const wrong = await owner.run([...create, "--domain", DOMAIN], { input: `wrong\n${PASSPHRASE}\n` });
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toContain("refused the login");
    const created = await owner.run([...create, "--domain", DOMAIN], { input });
    expect(created.code, created.errors).toBe(0);
    expect(created.out).toMatch(/encryption {2}end to end\n {2}your role {3}owner/);
    expect(created.out).not.toContain(database.ownerPassword);

    const login = `alice_${database.database.slice(-12)}`;
    const invite = ["space", "invite", "Team", "--role", "writer", "--login", login, "--separate-secret"];
    const { link, secret } = await owner.json<{ link: string; secret: string }>(invite);
    expect(link).not.toContain("#");
    const join = ["space", "join", link, "--yes"];
    const given = await member.run([...join, "--secret-stdin"], { input: `${secret}x\n` });
    expect(given).toMatchObject({ code: 1 });
    expect(given.errors).toContain("The secret of the invitation is incomplete");
    const joined = await member.run([...join, "--secret-stdin"], { input: `${secret}\n` });
    expect(joined.code, joined.errors).toBe(0);
    expect(joined.out).toContain("your role   writer");
    expect(await contents(member)).toEqual(["Prices are in cents"]);
    expect(await contents(member, "user")).toEqual([]);

    const { members } = await owner.json<{ members: object[] }>(["space", "members"]);
    expect(members).toMatchObject([
      { role: "owner", isSelf: true },
      { login, role: "writer", isSelf: false },
    ]);
    expect((await owner.run(["space", "members", "--set-role", `${login}=reader`])).out).toMatch(/alice_\w+ +reader/);
    expect(await owner.run(["space", "members", "--set-role", `${login}=king`])).toMatchObject({ code: 2 });
    const removed = await owner.run(["space", "members", "--remove", login, "--yes"]);
    expect(removed.code, removed.errors).toBe(0);
    expect(removed.out).not.toContain(login);
    expect((await member.run(["space", "sync"])).code).toBe(1);
    // A connection that was just ended is tried again first.
    await expect.poll(async () => (await member.inWindow("spaces.list", {}))[0]?.sync.state).toBe("stopped");
    const status = await member.run(["space", "status"]);
    expect(status.code).toBe(1);
    expect(status.out).toContain("Team: stopped");

    const passphrase = `${PASSPHRASE} and more`;
    const changed = await owner.run(["space", "passphrase", "--passphrase-stdin"], { input: `${passphrase}\n` });
    expect(changed.code, changed.errors).toBe(0);
    const refused = await owner.run(["space", "access", "--passphrase-stdin"], { input: `${PASSPHRASE}\n` });
    expect(refused.code).toBe(1);
    expect((await owner.run(["space", "access", "--passphrase-stdin"], { input: passphrase })).code).toBe(0);
    expect(logsOf(owner) + logsOf(member)).not.toMatch(
      new RegExp(`${secret}|nine plain words|${database.ownerPassword}`),
    );
  },
  300_000,
);

it("refuses incomplete command lines", async () => {
  const { run } = await openServedCommandLine();
  for (const args of [
    ["unknown"],
    ["create", "Notes", "--domain", DOMAIN],
    ["sync", "missing"],
    ["add-projects", "Notes"],
    ["leave", "Notes", "--memories", "burn"],
    ["resolve", "01M82KF3NV8TVQ3AEHVSTPM1XB", "keep"],
    ["list", "one"],
  ]) {
    expect(await run(["space", ...args]), args.join(" ")).toMatchObject({ code: 2 });
  }
  const former = await run(["space", "add-domains", "Notes", "--share-user-domain"]);
  expect(former.errors).toBe((await run(["spaces", "add-projects", "Notes", "--share-user"])).errors);
  const link = await run(["space", "join", "https://example.com/", "--yes"]);
  expect(link.code).toBe(1);
  expect(link.errors).toContain("The invitation is incomplete or damaged");
  const typed = await run(["space", "join", "recollect://join?v=1#c2VjcmV0", "--yes"]);
  expect(typed.errors).toContain("can be in the history of this shell");
}, 300_000);

/** Everything that an application wrote to its log. */
function logsOf({ folder }: ServedCommandLine): string {
  const logs = path.join(folder, "data", "logs");
  return readdirSync(logs)
    .map((name) => readFileSync(path.join(logs, name), "utf8"))
    .join("\n");
}

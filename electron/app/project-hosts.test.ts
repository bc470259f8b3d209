import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FULL_GRANT } from "../core/caller.ts";
import type { Logger } from "../core/ports.ts";
import { type ProjectConflict, ProjectHosts } from "./project-hosts.ts";

const QUIET: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let file: string;
let conflicts: ProjectConflict[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-hosts-"));
  file = path.join(folder, "project-hosts.json");
  conflicts = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): ProjectHosts {
  return new ProjectHosts({
    file,
    clock: { now: () => 0 },
    logger: QUIET,
    onConflict: (conflict) => conflicts.push(conflict),
  });
}

it("binds a name to the first host, even after a restart, and names the same path elsewhere with its host", () => {
  const hosts = open();
  expect(hosts.nameOf("acme/app", "github.com", FULL_GRANT)).toBe("acme/app");
  expect(hosts.nameOf("acme/app", "evil.example", FULL_GRANT)).toBe("evil.example/acme/app");
  const after = open();
  for (let count = 0; count < 2; count += 1) {
    expect(after.nameOf("acme/app", "github.com", FULL_GRANT)).toBe("acme/app");
    expect(after.nameOf("acme/app", "evil.example", FULL_GRANT)).toBe("evil.example/acme/app");
  }
  expect(conflicts).toEqual([
    { name: "acme/app", host: "evil.example", boundHost: "github.com", project: "evil.example/acme/app" },
  ]);
});

it("does not bind a name without a host, and does not change it", () => {
  const hosts = open();
  expect(hosts.nameOf("acme/app", null, FULL_GRANT)).toBe("acme/app");
  expect(readdirSync(folder)).toEqual([]);
  expect(hosts.nameOf("acme/app", "github.com", FULL_GRANT)).toBe("acme/app");
  expect(hosts.nameOf("acme/app", null, FULL_GRANT)).toBe("acme/app");
});

it("keeps a repository apart if its path starts with the host of another repository", () => {
  const hosts = open();
  hosts.nameOf("acme/app", "gitlab.com", FULL_GRANT);
  expect(hosts.nameOf("github.com/acme/app", "evil.example", FULL_GRANT)).toBe("github.com/acme/app");
  expect(hosts.nameOf("acme/app", "github.com", FULL_GRANT)).toBe("github.com/github.com/acme/app");
});

it("keeps the spelling in which an earlier version bound the name of a repository", () => {
  const earlier = {
    "Acme/Shop": "github.com",
    "v3/org/my project/repo": "ssh.dev.azure.com",
    "Acme/Both": "github.com",
    "acme/both": "github.com",
  };
  writeFileSync(file, JSON.stringify(earlier));
  const hosts = open();
  expect(hosts.nameOf("acme/shop", "github.com", FULL_GRANT)).toBe("Acme/Shop");
  expect(hosts.nameOf("org/my project/repo", "dev.azure.com", FULL_GRANT)).toBe("v3/org/my project/repo");
  expect(hosts.nameOf("acme/both", "github.com", FULL_GRANT)).toBe("acme/both");
  expect(hosts.nameOf("Acme/New", "ssh.github.com", FULL_GRANT)).toBe("acme/new");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...earlier, "acme/new": "github.com" });
  expect(conflicts).toEqual([]);
});

it("lets a limited client bind only the projects that it may see", () => {
  const hosts = open();
  const limited = { domains: ["mine/app"] };
  expect(hosts.nameOf("acme/app", "evil.example", limited)).toBe("acme/app");
  expect(hosts.nameOf("mine/app", "evil.example", limited)).toBe("mine/app");
  expect(hosts.nameOf("acme/app", "github.com", FULL_GRANT)).toBe("acme/app");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ "mine/app": "evil.example", "acme/app": "github.com" });
});

it("gives no name away without its host when the table is full", () => {
  writeFileSync(file, JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`a/${n}`, "h"]))));
  const hosts = open();
  expect(hosts.nameOf("a/1", "h", FULL_GRANT)).toBe("a/1");
  expect(hosts.nameOf("acme/app", "github.com", FULL_GRANT)).toBe("github.com/acme/app");
  expect(conflicts).toEqual([]);
});

it("refuses a name that is too long with its host, and sets a damaged file aside", () => {
  writeFileSync(file, '{"acme/app":');
  const hosts = open();
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^project-hosts\.json\.broken-/)]);
  const long = "x".repeat(195);
  hosts.nameOf(long, "github.com", FULL_GRANT);
  expect(() => hosts.nameOf(long, "evil.example", FULL_GRANT)).toThrow(
    expect.objectContaining({ code: "invalid_argument" }),
  );
});

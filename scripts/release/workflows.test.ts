import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../tools.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = path.join(root, ".github", "workflows");
const read = (name: string) => readFileSync(path.join(FOLDER, name), "utf8");
const workflows = readdirSync(FOLDER).map((name) => ({
  name,
  text: read(name),
  workflow: parse(read(name)) as Workflow,
}));
const jobs = workflows.flatMap(({ workflow }) => Object.entries(workflow.jobs));
const steps = jobs.flatMap(([, { steps = [] }]) => steps);
const commands = steps.flatMap(({ run }) => run ?? []).join("\n");

it("uses actions by the hash of a commit, and workflows of this repository", () => {
  const used = [...steps.flatMap(({ uses }) => uses ?? []), ...jobs.flatMap(([, { uses }]) => uses ?? [])];
  expect(used.length).toBeGreaterThan(5);
  for (const each of used) {
    if (each.startsWith("./")) expect(existsSync(path.join(root, each)), each).toBe(true);
    else expect(each).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/);
  }
});

it("runs only scripts that exist", () => {
  const scripts = [...commands.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  const files = [...commands.matchAll(/(?:node |^)((?:scripts|\.ci)\/[\w./-]+)/gm)].map(([, file = ""]) => file);
  expect(files).toContain("scripts/release/assets.ts");
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it("gives no rights by default, and read access to every job but publishing", () => {
  for (const { name, workflow } of workflows) expect(workflow.permissions, name).toEqual({});
  for (const [name, { permissions }] of jobs) {
    if (name !== "publish") expect(permissions, name).toEqual({ contents: "read" });
  }
});

it("publishes only what every other job of the release has made and checked", () => {
  const { publish, ...others } = (parse(read("release.yml")) as Workflow).jobs;
  expect([publish?.needs].flat().sort()).toEqual(Object.keys(others).sort());
});

it("names in the guide every secret that it reads", () => {
  const guide = readFileSync(path.join(root, "docs", "guide", "releasing.md"), "utf8");
  const secrets = workflows.flatMap(({ text }) => [...text.matchAll(/secrets\.(\w+)/g)].map(([, name = ""]) => name));
  expect(secrets.length).toBeGreaterThan(5);
  for (const name of secrets) expect(guide).toContain(`\`${name}\``);
});

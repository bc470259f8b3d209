import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { expect, it } from "vitest";
import { root } from "../../scripts/tools.ts";
import { connectV1, connectV2, openTestStack } from "../../tests/testing/clients.ts";
import type { Logger } from "../core/ports.ts";
import { resourcePaths } from "../platform/resources.ts";
import { readSkills } from "./read-skills.ts";
import { createSkillSource } from "./skill-source.ts";

const { skills: folder } = resourcePaths(root);
const shipped = readSkills(folder);
const logger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

it.each(["auto", "legacy"] as const)("serves every skill to the SDK's client, which verifies it (%s)", async (mode) => {
  const stack = await openTestStack({ sources: [createSkillSource({ folder, logger })] });
  const client = await connectV2(stack, mode);
  const skills = new SkillsClient(client);
  expect(skills.supported).toBe(true);
  const { skills: entries } = await skills.list();
  expect(entries.map(({ uri }) => uri)).toEqual(shipped.map(({ name }) => `skill://recollect/${name}/SKILL.md`));
  for (const [index, { name, text, files }] of shipped.entries()) {
    const entry = entries[index];
    if (entry === undefined) throw new Error(`${name} is missing`);
    // Compares size, digest and front matter with the entry.
    const file = await skills.read(entry);
    expect(file).toMatchObject({ verified: true, mimeType: "text/markdown", text: files["SKILL.md"] });
    expect(file.body?.trim()).toBe(text);
    const digest = createHash("sha256")
      .update(files["SKILL.md"] ?? "")
      .digest("hex");
    expect(entry.resources).toContainEqual(expect.objectContaining({ uri: entry.uri, digest: `sha256:${digest}` }));
    const { skill, ttlMs, cacheScope } = await skills.get(entry.uri);
    expect(skill).toEqual(entry);
    expect({ ttlMs, cacheScope }).toEqual(mode === "auto" ? { ttlMs: 300_000, cacheScope: "public" } : {});
  }
});

it("lists the skills among the resources, for clients without the extension", async () => {
  const stack = await openTestStack({ sources: [createSkillSource({ folder, logger })] });
  const client = await connectV1(stack);
  const { resources } = await client.listResources();
  const listed = resources.filter(({ uri }) => uri.startsWith("skill://"));
  expect(listed.map(({ name, description }) => ({ name, description }))).toEqual(
    shipped.map(({ name, description }) => ({ name, description })),
  );
  const { contents } = await client.readResource({ uri: "skill://recollect/recall-first/SKILL.md" });
  expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining("# Recall first") })]);
});

it("serves the skills to a client that may read one domain only", async () => {
  const stack = await openTestStack({ sources: [createSkillSource({ folder, logger })] });
  const token = await stack.issue({ access: "read", domains: ["owner/repo"] });
  const { skills } = await new SkillsClient(await connectV2(stack, "auto", { token })).list();
  expect(skills).toHaveLength(shipped.length);
});

it.each(["auto", "legacy"] as const)("reports an address without a skill or a file (%s)", async (mode) => {
  const stack = await openTestStack({ sources: [createSkillSource({ folder, logger })] });
  const client = await connectV2(stack, mode);
  const skills = new SkillsClient(client);
  for (const uri of ["skill://recollect/none/SKILL.md", "skill://recollect/recall-first"]) {
    await expect(skills.get(uri)).rejects.toMatchObject({ code: -32602, data: { code: "not_found" } });
    const code = mode === "auto" ? -32602 : -32001;
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code, data: { code: "not_found" } });
  }
});

it("lists the other resources when the skills cannot be read", async () => {
  const errors: string[] = [];
  const missing = path.join(tmpdir(), "recollect-no-skills");
  const source = createSkillSource({
    folder: missing,
    logger: { ...logger, error: (message) => errors.push(message) },
  });
  const client = await connectV2(await openTestStack({ sources: [source] }), "auto");
  const { resources } = await client.listResources();
  expect(resources.length).toBeGreaterThan(0);
  expect(resources.filter(({ uri }) => uri.startsWith("skill://"))).toEqual([]);
  await expect(new SkillsClient(client).list()).rejects.toMatchObject({ code: -32603 });
  expect(errors).toEqual(["The skills could not be read", "The skills could not be read"]);
});

import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { CAPTURE, SEARCH, TEN_MESSAGES } from "../../bench/tokens/samples.ts";
import { answer, type Calling, call, capture, read } from "../../tests/testing/calls.ts";
import { connectV1, openTestStack } from "../../tests/testing/clients.ts";

const EXAMPLE = /^Example: (\{.*\})$/m;
/** A filter of the query syntax, in a description or in help. */
const FILTER =
  /(?<=[\s`])-?(?:ns|tag|domain|source|client|via|since|before|asof|trash|superseded|validity):[^\s`,;.]+/g;

async function openFilled() {
  const client = await connectV1(await openTestStack());
  const first = await capture(client, {
    content: "We use pnpm, not npm.",
    tags: ["docker", "auth"],
    namespace: "decisions",
    domain: "owner/repo",
  });
  const second = await capture(client, { content: "The package manager is pinned.", source: "README.md" });
  return { client, first, second };
}

describe("the uses that descriptions and help document", () => {
  it("work: each example of a tool", async () => {
    const { client, first, second } = await openFilled();
    let examples = 0;
    for (const { name, description = "" } of (await client.listTools()).tools) {
      const [, json] = EXAMPLE.exec(description) ?? [];
      if (json === undefined) continue;
      examples += 1;
      const args = JSON.parse(json) as Record<string, unknown>;
      // The ids of examples are of no memory.
      const given = "ids" in args ? { ...args, ids: [first.id.slice(-6), second.id.slice(-6)] } : args;
      const { isError, structured } = await answer(client, name, given);
      expect(isError, `${name}: ${JSON.stringify(structured)}`).toBe(false);
      expect(structured, name).not.toHaveProperty("notices");
    }
    expect(examples).toBeGreaterThan(3);
  });

  it("work: each filter, in searches and lists", async () => {
    const { client } = await openFilled();
    const { tools } = await client.listTools();
    const described = tools.flatMap(({ description = "", inputSchema }) => [description, JSON.stringify(inputSchema)]);
    const texts = [...described, await read(client, "recollect://help/filters")];
    const filters = new Set(
      texts.flatMap((text) => [...text.replaceAll('"', " ").matchAll(FILTER)].map(([filter]) => filter)),
    );
    expect(filters.size).toBeGreaterThan(12);
    for (const filter of filters) {
      expect(await call(client, "search_memories", { query: filter }), filter).not.toHaveProperty("notices");
      expect(await call(client, "list_memories", { query: filter }), filter).not.toHaveProperty("isError");
    }
  });

  it("work: arguments of earlier versions", async () => {
    const { client, first } = await openFilled();
    for (const [name, args] of [
      ["get_memory", { urn: first.urn }],
      [
        "search_memories",
        { query: "pnpm", namespace: "decisions", tags: ["docker"], since: "1d", source: "x", mode: "text" },
      ],
      [
        "list_memories",
        { namespace: "decisions", before: "2099-01-01", client: "client", trash: "include", superseded: "include" },
      ],
      ["update_memory", { urn: first.urn, tags: ["npm"] }],
      ["delete_memory", { urn: first.urn }],
      ["restore_memory", { urn: first.urn }],
    ] as const) {
      expect(await call(client, name, args), name).not.toHaveProperty("isError");
    }
  });
});

it("every answer conforms to the published output schema, in each detail", async () => {
  const { client, first } = await openFilled();
  const validator = new AjvJsonSchemaValidator();
  const { tools } = await client.listTools();
  const check = async (name: string, args: Record<string, unknown>) => {
    const { structured } = await answer(client as Calling, name, args);
    const schema = tools.find((tool) => tool.name === name)?.outputSchema as JsonSchemaType;
    expect(validator.getValidator(schema)(structured), `${name} ${JSON.stringify(structured)}`).toMatchObject({
      valid: true,
    });
  };
  for (const detail of ["light", "medium", "everything"]) {
    await check("search_memories", { query: "pnpm", detail });
    await check("search_memories", { query: "absentword", detail });
    await check("list_memories", { detail, limit: 1 });
    await check("get_memory", { id: first.id, detail });
    await check("get_memory", { ids: [first.id], detail });
    await check("capture_memory", { content: `We use pnpm, not npm. ${detail}`, detail });
    await check("update_memory", { id: first.id, tags: [detail], detail });
    await check("delete_memory", { id: first.id, detail });
    await check("restore_memory", { id: first.id, detail });
  }
  await check("get_memory", { id: "ZZZZZZ" });
  await check("update_memory", { id: first.id, tags: ["late"], expectedRevision: 1 });
  await check("memory_status", {});
  await check("reindex_memories", {});
});

it("keeps definitions and answers within their sizes, in bytes", async () => {
  const client = await connectV1(await openTestStack());
  const bytes = (value: unknown) => Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
  const { tools } = await client.listTools();
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(bytes(shown)).toBeLessThanOrEqual(6.5 * 1024);
  expect(bytes(tools)).toBeLessThanOrEqual(12 * 1024);
  expect(bytes(client.getInstructions() ?? "")).toBeLessThanOrEqual(900);
  for (const content of TEN_MESSAGES) await capture(client, { content, domain: "user" });
  for (const { name, args, limit } of [
    { name: "search_memories", args: SEARCH, limit: 2048 },
    { name: "capture_memory", args: CAPTURE, limit: 300 },
  ]) {
    const { text, structured } = await answer(client, name, args);
    expect(bytes(text), text).toBeLessThanOrEqual(limit);
    expect(bytes(structured), JSON.stringify(structured)).toBeLessThanOrEqual(limit);
  }
});

import { writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { ForeignMemory, ImportItem } from "./import-item.ts";
import { openImportSource, readTextStream } from "./open-source.ts";
import { testFolder } from "./testing/databases.ts";

async function readFile(content: string | Buffer, name = "memories.jsonl"): Promise<ImportItem[]> {
  const file = path.join(testFolder(), name);
  writeFileSync(file, content);
  return await Array.fromAsync((await openImportSource(file)).items);
}

const memoriesOf = (items: readonly ImportItem[]): readonly Partial<ForeignMemory>[] =>
  items.flatMap((item) => (item.kind === "memory" ? item.memory : []));
const linesOf = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

describe("a line of JSON", () => {
  it.each([["x, y"], ["x,y"], ['["x","y"]'], [["x", "y"]], [["x", null, "", "y"]], [[{ name: "x" }, { name: "y" }]]])(
    "has the tags of %j as a client's capture has them",
    async (tags) => {
      expect(memoriesOf(await readFile(linesOf({ content: "Fact", tags })))).toEqual([
        { content: "Fact", tags: ["x", "y"] },
      ]);
    },
  );

  it.each([null, "", " ", "null", "NULL", "None", "nil", "undefined", "N/A"])(
    "has no value that is %j",
    async (absent) => {
      const line = {
        content: "Fact",
        namespace: absent,
        domain: absent,
        tags: absent,
        source: absent,
        validUntil: absent,
      };
      expect(memoriesOf(await readFile(linesOf(line)))).toEqual([{ content: "Fact" }]);
    },
  );

  it("keeps values of another type, which the import reports", async () => {
    const line = { content: "Fact", tags: 7, domain: 8 };
    expect(memoriesOf(await readFile(linesOf(line)))).toEqual([line]);
  });
});

describe("the encoding of JSON", () => {
  const lines = linesOf({ content: "Grüße" }, { content: "aus Köln 🚀" });
  const contents = ["Grüße", "aus Köln 🚀"];

  it.each([
    ["UTF-16 of PowerShell", Buffer.from(`\ufeff${lines.replace("\n", "\r\n")}\r\n`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(lines, "utf16le")],
    ["UTF-16, big-endian", Buffer.from(`\ufeff${lines}`, "utf16le").swap16()],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${lines}`)],
  ])("is decoded: %s", async (_case, bytes) => {
    expect(memoriesOf(await readFile(bytes)).map(({ content }) => content)).toEqual(contents);
    const piped = await Array.fromAsync(
      readTextStream(Readable.from([bytes.subarray(0, 11), bytes.subarray(11)]), "stdin").items,
    );
    expect(memoriesOf(piped).map(({ content }) => content)).toEqual(contents);
  });

  it("is decoded from Latin-1 with a notice, and named if it is not known", async () => {
    const items = await readFile(Buffer.from(linesOf({ content: "Grüße" }, { content: "Straße" }), "latin1"));
    expect(memoriesOf(items).map(({ content }) => content)).toEqual(["Grüße", "Straße"]);
    expect(items.at(-1)).toMatchObject({ kind: "notice", error: { details: { reason: "import_text_encoding" } } });
    const russian = Buffer.concat([
      Buffer.from('{"content":"'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5]),
      Buffer.from('"}'),
    ]);
    const failed = readFile(Buffer.concat([Buffer.from(`${linesOf({ content: "First" })}\n`), russian]));
    await expect(failed).rejects.toMatchObject({ details: { reason: "import_line_encoding", line: 2 } });
  });
});

describe("the graph of server-memory", () => {
  const first = { type: "entity", name: "Orders", entityType: "service", observations: ["Written in Go", null, ""] };
  const second = {
    type: "entity",
    name: "Orders",
    entityType: "team",
    observations: ["Owned by Ana", "Written in Go"],
  };
  const relation = { type: "relation", from: "Orders", to: "Mail", relationType: "sends" };
  const expected = [
    {
      content: "# Orders\n\n- Written in Go\n- Owned by Ana\n- sends → Mail",
      tags: ["service", "team"],
      source: "server-memory",
    },
  ];
  const untyped = ({ type, ...rest }: { type: string }) => rest;
  const graph = { entities: [untyped(first), untyped(second)], relations: [untyped(relation), untyped(relation)] };

  it.each([
    ["lines", linesOf(first, relation, second)],
    ["a JSON list", JSON.stringify([first, second, relation], null, 2)],
    ["a JSON list without types", JSON.stringify([...graph.entities, ...graph.relations])],
    ["the result of read_graph", JSON.stringify(graph)],
    ["an indented result of read_graph", JSON.stringify(graph, null, 2)],
    ["a tool's message", JSON.stringify({ content: [{ type: "text", text: JSON.stringify(graph) }] })],
    ["a tool's structured message", JSON.stringify({ content: [], structuredContent: graph })],
    ["a message of JSON-RPC", JSON.stringify({ jsonrpc: "2.0", id: 1, result: { structuredContent: graph } }, null, 1)],
  ])("joins the records of one entity from %s", async (_case, content) => {
    const items = await readFile(content, "memory.json");
    expect(memoriesOf(items)).toEqual(expected);
  });

  it("reads observations that are objects or one text, and entities without any", async () => {
    const lines = linesOf(
      { type: "entity", name: "A", entityType: "x", observations: [{ content: "One" }, { text: "Two" }] },
      { type: "entity", name: "B", entityType: "x", observations: "One" },
      { type: "entity", name: "C", entityType: "", observations: null },
    );
    expect(memoriesOf(await readFile(lines)).map(({ content, tags }) => [content, tags])).toEqual([
      ["# A\n\n- One\n- Two", ["x"]],
      ["# B\n\n- One", ["x"]],
      ["# C", []],
    ]);
  });
});

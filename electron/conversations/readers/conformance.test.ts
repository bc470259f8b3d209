import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CLIENTS } from "../../connect/registry.ts";
import { RecollectError } from "../../text/errors.ts";
import type { ConversationReader, Found, ReaderSystem, Transcript } from "./reader.ts";
import { READERS } from "./registry.ts";
import { collect, copyFixture, hasFixture, readClient, readFrom, snapshot } from "./testing/fixtures.ts";

/** Words that must not be kept. Every fixture contains them. */
const DROPPED = /REASONING-|INTERIM-|TOOL-OUTPUT|SUBAGENT-|AGENTS-TEXT|HOOK-|SUMMARY-OF/;

const MAX_CUTS = 24;
/** Programs that cannot be connected, and the archives of accounts. */
const OTHERS = "copilot-cli cursor-agent aider amp antigravity crush droid kimi specstory chatgpt claude".split(" ");

it("has one reader for each client, and a fixture for each reader", () => {
  const ids = READERS.map(({ client }) => client);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !hasFixture(id))).toEqual([]);
  const known = [...CLIENTS.map(({ id }) => id), ...OTHERS];
  expect(ids.filter((id) => !known.includes(id))).toEqual([]);
});

/** The transcripts to which their program appends lines. */
async function linesOf(reader: ConversationReader, system: ReaderSystem): Promise<readonly Transcript[]> {
  return (await reader.find(system)).filter(({ path: file }) => file.endsWith(".jsonl"));
}

/** Some starts, middles and ends of lines, at most {@link MAX_CUTS}. */
function cutsOf(bytes: Buffer): readonly number[] {
  const cuts: number[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    cuts.push(Math.floor((start + end) / 2), end, end + 1);
    start = end + 1;
  }
  return cuts.filter((_, index) => index % Math.ceil(cuts.length / MAX_CUTS) === 0);
}

/** Without the text before a tool call: it is kept if the call was not yet written when the text was read. */
function withoutInterim(found: readonly Found[]): readonly Found[] {
  return found.filter((each) => each.kind !== "message" || !each.message.text.startsWith("INTERIM-"));
}

describe.each(READERS.map(({ client }) => client))("the reader of %s", (client) => {
  it("finds and reads only the words of people and assistants", async () => {
    const { reader, system, expected } = copyFixture(client);
    const transcripts = await reader.find(system);
    expect(transcripts.length).toBeGreaterThan(0);
    expect(transcripts.toSorted((a, b) => b.modifiedAt - a.modifiedAt)).toEqual(transcripts);
    const found = await readClient(reader, system);
    expect(collect(found)).toEqual(expected);
    expect(JSON.stringify(found)).not.toMatch(DROPPED);
    const times = found.flatMap((each) => (each.kind === "message" ? [each.message.at] : []));
    for (const at of times) if (at !== null) expect(new Date(at).getUTCFullYear()).toBeGreaterThanOrEqual(2024);
  });

  it("changes nothing in the client's folders", async () => {
    const { reader, system } = copyFixture(client);
    const before = snapshot(system.home);
    await readClient(reader, system);
    expect(snapshot(system.home)).toEqual(before);
  });

  it("finds nothing if the client is not installed", async () => {
    const { reader, system } = copyFixture(client);
    expect(await reader.find({ ...system, home: path.join(system.home, "nobody") })).toEqual([]);
  });

  it("returns the same keys when a transcript is re-read from the start", async () => {
    const { reader, system } = copyFixture(client);
    expect(await readClient(reader, system)).toEqual(await readClient(reader, system));
  });

  it("finds nothing new after its last position", async () => {
    const { reader, system } = copyFixture(client);
    for (const transcript of await reader.find(system)) {
      const { position } = await readFrom(reader, transcript);
      expect((await readFrom(reader, transcript, position)).found).toEqual([]);
    }
  });

  it("returns positions without texts and titles, which are stored unmasked", async () => {
    const { reader, system } = copyFixture(client);
    for (const transcript of await reader.find(system)) {
      const { found, position } = await readFrom(reader, transcript);
      const texts = found.flatMap((each) =>
        each.kind === "message" ? each.message.text : each.kind === "session" ? (each.fields.title ?? []) : [],
      );
      for (const text of texts) expect(position).not.toContain(text);
    }
  });

  it("reads from the start at a position that it did not return", async () => {
    const { reader, system } = copyFixture(client);
    for (const transcript of await reader.find(system)) {
      const all = await readFrom(reader, transcript);
      for (const position of ["", "[]", "null", '{"offset":-1}', '{"offset":3,"state":{}}', "{"]) {
        expect((await readFrom(reader, transcript, position)).found, position).toEqual(all.found);
      }
    }
  });

  it("ends with the reason of its signal", async () => {
    const { reader, system } = copyFixture(client);
    const [transcript] = await reader.find(system);
    const reason = new Error("stopped");
    const reading = reader.read(transcript as Transcript, null, AbortSignal.abort(reason))[Symbol.asyncIterator]();
    await expect(reading.next()).rejects.toBe(reason);
  });

  it("finds the same messages in two parts of a transcript, wherever it was cut", async () => {
    const { reader, system } = copyFixture(client);
    for (const transcript of await linesOf(reader, system)) {
      const bytes = readFileSync(transcript.path);
      const all = await readFrom(reader, transcript);
      for (const cut of cutsOf(bytes)) {
        writeFileSync(transcript.path, bytes.subarray(0, cut));
        const before = await readFrom(reader, transcript);
        writeFileSync(transcript.path, bytes);
        const after = await readFrom(reader, transcript, before.position);
        const parts = withoutInterim([...before.found, ...after.found]);
        expect(collect(parts), `cut at ${cut}`).toEqual(collect(all.found));
        expect((await readFrom(reader, transcript, after.position)).found).toEqual([]);
      }
    }
  });

  it("reads a truncated or rewritten transcript from the start", async () => {
    const { reader, system } = copyFixture(client);
    for (const transcript of await linesOf(reader, system)) {
      const bytes = readFileSync(transcript.path);
      const all = await readFrom(reader, transcript);
      const half = bytes.indexOf(10, bytes.length / 2) + 1;
      truncateSync(transcript.path, half);
      const truncated = await readFrom(reader, transcript, all.position);
      expect(truncated.found).toEqual((await readFrom(reader, transcript)).found);
      writeFileSync(transcript.path, bytes);
      expect((await readFrom(reader, transcript, truncated.position)).found.length).toBeLessThan(all.found.length);
      writeFileSync(transcript.path, `{"rewritten":true}\n${bytes.toString("utf8")}`);
      const rewritten = await readFrom(reader, transcript, all.position);
      expect(rewritten.found.filter(({ kind }) => kind === "message")).toEqual(
        all.found.filter(({ kind }) => kind === "message"),
      );
    }
  });

  it("counts records of unknown types, and lines that are not records", async () => {
    const { reader, system } = copyFixture(client);
    for (const transcript of await linesOf(reader, system)) {
      const all = await readFrom(reader, transcript);
      const deep = `${'{"type":'.repeat(10_000)}1${"}".repeat(10_000)}`;
      const binary = Buffer.concat([Buffer.from([0, 1, 2, 255, 254, 10, 195, 40, 10]), Buffer.from("{}\n")]);
      appendFileSync(
        transcript.path,
        `${JSON.stringify({ type: "news", payload: {}, id: "1", uuid: "1" })}\n${deep}\n`,
      );
      appendFileSync(transcript.path, binary);
      const { found } = await readFrom(reader, transcript, all.position);
      expect(collect(found)).toMatchObject({
        sessions: {},
        skipped: { news: 1, "too many levels or values": 1, "not a JSON object": 2, "without a type": 1 },
      });
    }
  });

  it("refuses hostile files, or skips their contents", async () => {
    const { reader, system } = copyFixture(client);
    const [transcript] = (await reader.find(system)) as [Transcript];
    const random = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 256));
    const deep = '{"a":['.repeat(200_000);
    const kinds = [
      random,
      Buffer.from(deep),
      Buffer.from("[]"),
      Buffer.from("{}"),
      Buffer.from('{"messages":[[[1]],null]}'),
    ];
    for (const bytes of kinds) {
      writeFileSync(transcript.path, bytes);
      const result = await readFrom(reader, transcript).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(RecollectError);
      else expect(collect((result as { found: readonly Found[] }).found).sessions).toEqual({});
    }
  });

  it("names a missing file", async () => {
    const { reader, system } = copyFixture(client);
    const [transcript] = await reader.find(system);
    rmSync((transcript as Transcript).path, { recursive: true });
    const failed = await readFrom(reader, transcript as Transcript).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(RecollectError);
    expect((failed as RecollectError).message).toContain((transcript as Transcript).path);
  });
});

import { deflateRawSync } from "node:zlib";
import { ulid } from "ulid";
import { type Entry, writeEntry } from "../../../electron/core/replication/entry.ts";
import { fullEntry, stampAt } from "../../../electron/core/replication/testing/full-entry.ts";
import type { createRandom } from "../../../electron/search/testing/random-vectors.ts";

const DAY_MS = 86_400_000;
const CONCURRENT = 300;
const KEPT = 64 * 1024;

/** What a hostile device knows when it makes entries. */
export interface Victims {
  readonly device: string;
  readonly domain: string;
  /** Memories of others, whose ids it knows. */
  readonly memories: readonly string[];
  /** Entries of others. */
  readonly entries: readonly string[];
  readonly random: ReturnType<typeof createRandom>;
  /** Called with each memory that it deletes permanently. */
  readonly onPurge: (memory: string) => void;
}

/** Bodies of parcels, one after the other. */
type Attack = (victims: Victims) => readonly Uint8Array[];

/** A body as Recollect stores it: compressed. */
function stored(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([1]), deflateRawSync(text)]);
}

function entry(
  victims: Victims,
  changes: Partial<Entry> & { readonly content?: string; readonly domain?: string } = {},
) {
  const stamp = stampAt(Date.now(), victims.random.integer(65_536), victims.device);
  return fullEntry({ stamp, memory: ulid(), domain: victims.domain, content: `${ulid()} hostile`, ...changes });
}

/** An entry with values that this version does not write. */
function raw(victims: Victims, change: (value: Record<string, never>) => void): readonly Uint8Array[] {
  const value = JSON.parse(writeEntry(entry(victims))) as Record<string, never>;
  change(value);
  return [stored(JSON.stringify(value))];
}

function anyOf<Item>(random: Victims["random"], items: readonly Item[], otherwise: Item): Item {
  return items[random.integer(Math.max(1, items.length))] ?? otherwise;
}

/** Entries that others accept, and that must do no more than their author may. */
export const VALID_ATTACKS: Readonly<Record<string, Attack>> = {
  "many memories": (victims) => Array.from({ length: 150 }, () => stored(writeEntry(entry(victims)))),
  "concurrent changes in turns": (victims) => {
    const memories = [ulid(), anyOf(victims.random, victims.memories, ulid())];
    return Array.from({ length: CONCURRENT }, (_, index) => {
      const stamp = stampAt(Date.now(), index, victims.device);
      return stored(writeEntry(entry(victims, { stamp, memory: memories[index % 2] })));
    });
  },
  "from the future": (victims) =>
    [2 ** 47 - 1, Date.now() + 400 * DAY_MS, Date.now() + 300 * DAY_MS, Date.now() + 2 * DAY_MS].flatMap((time) => {
      const memories = [ulid(), anyOf(victims.random, victims.memories, ulid())];
      return memories.map((memory) =>
        stored(writeEntry(entry(victims, { stamp: stampAt(time, 65_535, victims.device), memory }))),
      );
    }),
  "from 1970": (victims) => [stored(writeEntry(entry(victims, { stamp: stampAt(0, 0, victims.device) })))],
  "long contents": (victims) =>
    Array.from({ length: 8 }, () =>
      stored(writeEntry(entry(victims, { content: `${ulid()} ${"x ".repeat(KEPT / 2 - 20)}` }))),
    ),
  "changes of others' memories": (victims) =>
    (["update", "delete", "leave"] as const).map((action) => {
      const memory = anyOf(victims.random, victims.memories, ulid());
      const fields = action === "update" ? { content: `${ulid()} overwritten` } : { deletedAt: Date.now() };
      return stored(writeEntry({ ...entry(victims, { action, memory, fields }), origin: undefined }));
    }),
  "purge of others' memories": (victims) => {
    const memory = anyOf(victims.random, victims.memories, ulid());
    victims.onPurge(memory);
    return [stored(writeEntry({ ...entry(victims, { action: "purge", memory, fields: {} }), origin: undefined }))];
  },
  "another device's stamp": (victims) => [
    stored(writeEntry(entry(victims, { stamp: stampAt(Date.now(), 7, ulid()), memory: ulid() }))),
  ],
  "copies with another content": (victims) => {
    const copied = anyOf(victims.random, victims.entries, "");
    return copied.includes('"content":"')
      ? [stored(copied.replace('"content":"', `"content":"${ulid()} forged `))]
      : [];
  },
  "forged provenance": (victims) => {
    const client = { name: "claude-code", version: "2", via: "owner" };
    return [stored(writeEntry(entry(victims, { client })))];
  },
  "many parents": (victims) => {
    const parents = Array.from({ length: 1_000 }, (_, index) => stampAt(index, 0, ulid()));
    const memory = anyOf(victims.random, victims.memories, ulid());
    return [stored(writeEntry(entry(victims, { memory, parents, resolves: parents })))];
  },
  "erased entries": (victims) =>
    victims.memories.slice(0, 5).map((memory) => {
      const at = { stamp: stampAt(Date.now(), victims.random.integer(65_536), victims.device), memory };
      return stored(writeEntry({ ...at, action: "erased", parents: [], at: 0, client: null, fields: {} }));
    }),
  "control characters": (victims) => [
    stored(writeEntry(entry(victims, { content: `${ulid()} a\u001b]52;c;aGk=\u0007b\u{E0041}c\u202Ed` }))),
  ],
  "domains of others": (victims) =>
    ["user", "acme/none", "cafe\u0301/x", "😀/y"].map((domain) => stored(writeEntry(entry(victims, { domain })))),
};

/** Entries after which a device is not read any more. */
export const INVALID_ATTACKS: Readonly<Record<string, Attack>> = {
  "bad stamp": (victims) =>
    raw(victims, (value) => Object.assign(value, { stamp: anyOf(victims.random, ["", "zz", "F".repeat(42)], "") })),
  "bad id": (victims) =>
    raw(victims, (value) =>
      Object.assign(value, { memory: anyOf(victims.random, ["../../x", "A".repeat(300), ulid().toLowerCase()], "") }),
    ),
  "times out of range": (victims) =>
    raw(victims, (value) => Object.assign(value, { at: anyOf(victims.random, [8.64e15, -8.64e15, 2 ** 53, 0.5], 0) })),
  "past out of range": (victims) => raw(victims, (value) => Object.assign(value.origin ?? value, { past: 2 ** 53 })),
  "unknown action": (victims) => raw(victims, (value) => Object.assign(value, { action: "own" })),
  "newer version": (victims) => raw(victims, (value) => Object.assign(value, { version: 9 })),
  "half a character": (victims) => raw(victims, (value) => Object.assign(value.fields ?? value, { tags: ["\ud800"] })),
  prototype: () => [stored('{"__proto__":{"version":1},"constructor":1}')],
  deep: () => [stored(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)],
  "too long": () => [stored(JSON.stringify("y".repeat(7 * 1024 * 1024)))],
  bomb: () => [stored("0".repeat(200 * 1024 * 1024))],
  "not JSON": () => [stored("{")],
  "not a body": () => [Buffer.from([7, 1, 2, 3])],
  "empty body": () => [Buffer.alloc(0)],
};

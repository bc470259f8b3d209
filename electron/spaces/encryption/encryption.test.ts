import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase, hasPostgres, openPostgresSpace, sharedServer } from "../testing/postgres-spaces.ts";
import {
  openFolderSpace,
  parcelsOf,
  readAll,
  SECRET_WORDS,
  sealedSpace,
  secretParcels,
  TEST_COST,
  TEST_PASSPHRASE,
  type TestSealedSpace,
  textOf,
  wordsIn,
} from "../testing/test-spaces.ts";
import { createKeyRecord, createPassphrase, findKeyRecords, inTurns, PassphraseOpener } from "./key-record.ts";
import { SealingKey } from "./seal.ts";
import type { SealedCarrier } from "./sealed-carrier.ts";
import { SpaceKeys } from "./space-keys.ts";

const NEW_PASSPHRASE = "the next passphrase of the tests";
const SPACE = "01M82KF3NV8TVQ3AEHVSTPM1XB";
const DEVICE = "01M82KF3NV8TVQ3AEHVSTPM1XC";

async function newKeys(passphrase = TEST_PASSPHRASE) {
  const { keys, record } = await SpaceKeys.create(SPACE, passphrase, TEST_COST);
  return { keys, records: new Map([[record.name, record.body]]) };
}

it("opens what it sealed, in its place only, and nothing that was changed", async () => {
  const { keys, records } = await newKeys();
  const other = await SpaceKeys.open(SPACE, records, TEST_PASSPHRASE);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), fc.integer({ min: 0, max: 7 }), (body, at, bit) => {
      const sealed = keys.seal(DEVICE, "7", body);
      expect(other.open(DEVICE, "7", sealed)).toEqual(Buffer.from(body));
      expect(other.open(DEVICE, "8", sealed)).toBeNull();
      expect(other.open(SPACE, "7", sealed)).toBeNull();
      const changed = Buffer.from(sealed);
      changed[at % sealed.length] = (changed[at % sealed.length] ?? 0) ^ (1 << bit);
      expect(other.open(DEVICE, "7", changed)).toBeNull();
      expect(other.open(DEVICE, "7", sealed.subarray(0, at % sealed.length))).toBeNull();
      // Publishing again compares bytes. Another text under the same sequence has another nonce.
      expect(keys.seal(DEVICE, "7", body).equals(sealed)).toBe(true);
      const longer = keys.seal(DEVICE, "7", Buffer.concat([body, Buffer.from("x")]));
      expect(longer.subarray(9, 21).equals(sealed.subarray(9, 21))).toBe(false);
    }),
  );
});

it("refuses a wrong passphrase immediately, and a short one", async () => {
  const { records } = await newKeys();
  await expect(SpaceKeys.open(SPACE, records, `${TEST_PASSPHRASE}!`)).rejects.toMatchObject({
    code: "permission_denied",
    field: "passphrase",
  });
  await expect(SpaceKeys.open(DEVICE, records, TEST_PASSPHRASE)).rejects.toMatchObject({ code: "permission_denied" });
  expect((await SpaceKeys.open(SPACE, records, ` ${TEST_PASSPHRASE}\n`)).epoch).toBe(1);
  await expect(SpaceKeys.create(SPACE, "short", TEST_COST)).rejects.toMatchObject({ field: "passphrase" });
  await expect(SpaceKeys.open(SPACE, new Map(), TEST_PASSPHRASE)).rejects.toMatchObject({ code: "unavailable" });
  const [name = ""] = records.keys();
  const damaged = new Map([[name, Buffer.from("{}")]]);
  await expect(SpaceKeys.open(SPACE, damaged, TEST_PASSPHRASE)).rejects.toMatchObject({ code: "unavailable" });
});

it("opens with the same letters from another keyboard, and with the default cost", async () => {
  const { record } = await SpaceKeys.create(SPACE, "Caf\u00e9 am Fenster");
  const records = new Map([[record.name, record.body]]);
  expect((await SpaceKeys.open(SPACE, records, "Cafe\u0301 am Fenster")).epoch).toBe(1);
  const content = JSON.parse(Buffer.from(record.body).toString()) as { cost: number };
  expect(content.cost).toBe(2 ** 17);
});

it("makes passphrases of five groups that do not repeat", () => {
  const made = new Set(Array.from({ length: 50 }, createPassphrase));
  expect(made.size).toBe(50);
  for (const passphrase of made) expect(passphrase).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
});

it("restores its keys without the passphrase, and takes over keys of the same passphrase", async () => {
  const { keys, records } = await newKeys();
  const restored = SpaceKeys.fromStored(SPACE, keys.stored);
  const sealed = keys.seal(DEVICE, "1", Buffer.from("first"));
  expect(restored.open(DEVICE, "1", sealed)?.toString()).toBe("first");
  for (let epoch = 2; epoch <= 3; epoch += 1) {
    const { record, adopt } = await keys.rotate(records, TEST_PASSPHRASE, false, TEST_COST);
    records.set(record.name, record.body);
    adopt();
  }
  restored.refresh(records);
  expect(restored.epoch).toBe(3);
  // The keychain has the newest key only.
  const newest = SpaceKeys.fromStored(SPACE, restored.stored);
  newest.refresh(records);
  expect(newest.open(DEVICE, "1", sealed)?.toString()).toBe("first");
  expect(keys.open(DEVICE, "2", restored.seal(DEVICE, "2", Buffer.from("later")))?.toString()).toBe("later");
  const joined = await SpaceKeys.open(SPACE, records, TEST_PASSPHRASE);
  expect(joined.open(DEVICE, "1", sealed)?.toString()).toBe("first");
  await expect(keys.rotate(records, NEW_PASSPHRASE, false, TEST_COST)).rejects.toMatchObject({
    code: "permission_denied",
  });
  expect(() => SpaceKeys.fromStored(SPACE, "{}")).toThrow(expect.objectContaining({ code: "unavailable" }));
});

it("keeps those out that only have the earlier passphrase, and lets the others read everything", async () => {
  const { keys, records } = await newKeys();
  const removed = SpaceKeys.fromStored(SPACE, keys.stored);
  const early = keys.seal(DEVICE, "1", Buffer.from("early"));
  const { record, adopt } = await keys.rotate(records, NEW_PASSPHRASE, true, TEST_COST);
  const later = new Map([...records, [record.name, record.body]]);
  adopt();
  const sealed = keys.seal(DEVICE, "2", Buffer.from("late"));
  expect(() => removed.refresh(later)).toThrow(expect.objectContaining({ code: "permission_denied" }));
  expect(removed.open(DEVICE, "2", sealed)).toBeNull();
  await expect(SpaceKeys.open(SPACE, later, TEST_PASSPHRASE)).rejects.toMatchObject({ code: "permission_denied" });
  const joined = await SpaceKeys.open(SPACE, later, NEW_PASSPHRASE);
  expect(joined.open(DEVICE, "1", early)?.toString()).toBe("early");
  await removed.unlock(later, NEW_PASSPHRASE);
  expect(removed.open(DEVICE, "2", sealed)?.toString()).toBe("late");
  // A carrier that offers only the earlier document could make the device seal with the earlier key.
  expect(() => joined.refresh(records)).toThrow(expect.objectContaining({ code: "unavailable" }));
});

it("agrees on one key after two devices changed it at the same time", async () => {
  const { keys, records } = await newKeys();
  const second = SpaceKeys.fromStored(SPACE, keys.stored);
  const changes = await Promise.all(
    [keys, second].map((own) => own.rotate(records, TEST_PASSPHRASE, false, TEST_COST)),
  );
  for (const { record, adopt } of changes) {
    records.set(record.name, record.body);
    adopt();
  }
  const early = [keys, second].map((own) => own.seal(DEVICE, "1", Buffer.from("x")));
  for (const own of [keys, second]) {
    own.refresh(records);
    for (const sealed of early) expect(own.open(DEVICE, "1", sealed)?.toString()).toBe("x");
  }
  expect(keys.seal(DEVICE, "2", Buffer.from("y"))).toEqual(second.seal(DEVICE, "2", Buffer.from("y")));
  expect(
    (await SpaceKeys.open(SPACE, records, TEST_PASSPHRASE)).open(DEVICE, "1", early[0] ?? Buffer.alloc(0)),
  ).not.toBeNull();
});

// postgres/secrecy.test.ts reads all files of a server.
it("leaves no word of contents, tags, domains or device names in a folder", async () => {
  const folder = await openFolderSpace();
  const space = sealedSpace(folder);
  const [one, two] = [await space.open(), await space.open()];
  await one.register(Buffer.from(SECRET_WORDS.deviceName));
  await one.publish(secretParcels(one.device, 30));
  await one.rewrite([{ device: one.device, sequence: 4, body: Buffer.alloc(0) }]);
  await one.rotate(NEW_PASSPHRASE, true, undefined, TEST_COST);
  await one.reseal();
  await one.revoke(two.device);
  const root = folder.folder;
  const files = globSync("**/*", { cwd: root }).filter((name) => statSync(path.join(root, name)).isFile());
  expect(files.length).toBeGreaterThan(4);
  for (const name of files) {
    const bytes = readFileSync(path.join(root, name));
    expect(wordsIn(Buffer.from(name))).toEqual([]);
    for (const form of [bytes, ...inflatedParts(bytes)]) expect(wordsIn(form), name).toEqual([]);
    const encoded = /"name":"([^"]+)"/.exec(bytes.toString("latin1"))?.[1] ?? "";
    expect(wordsIn(Buffer.from(encoded, "base64"))).toEqual([]);
  }
  // The search finds the words if they are not sealed.
  expect(wordsIn(Buffer.concat(secretParcels(one.device, 1).map(({ body }) => Buffer.from(body))))).toHaveLength(3);
  await space.close();
});

const openings: readonly (readonly [name: string, open: () => Promise<TestSealedSpace>])[] = [
  ["a folder", async () => sealedSpace(await openFolderSpace())],
  ...(hasPostgres
    ? [
        [
          "a PostgreSQL database",
          async () => sealedSpace(await openPostgresSpace(await createDatabase(await sharedServer()))),
        ] as const,
      ]
    : []),
];

describe.each(openings)("an encrypted space in %s", (_, open) => {
  let space: TestSealedSpace;
  let one: SealedCarrier;
  let two: SealedCarrier;
  beforeEach(async () => {
    space = await open();
    one = await space.open();
    two = await space.open();
  });
  afterEach(() => space.close());

  it("seals earlier entries again after the key was changed, so that nothing is left under the earlier one", async () => {
    const parcels = parcelsOf(one.device, 1, 30);
    await one.publish(parcels);
    await two.publish(parcelsOf(two.device, 1, 5));
    await one.rotate(TEST_PASSPHRASE, false, undefined, TEST_COST);
    const resealed = (await one.reseal()) + (await two.reseal());
    expect(resealed).toBe(35);
    expect((await one.reseal()) + (await two.reseal())).toBe(0);
    const third = await space.open();
    expect(textOf(await readAll(third))).toEqual(textOf([...parcels, ...parcelsOf(two.device, 1, 5)]));
    // The same entries, published again after a lost reply, are recognised under the new key.
    await one.publish(parcelsOf(one.device, 28, 33));
    expect(textOf(await readAll(two))).toEqual(
      textOf([...parcelsOf(one.device, 1, 33), ...parcelsOf(two.device, 1, 5)]),
    );
    await expect(one.publish(parcelsOf(one.device, 33, 33, 60))).rejects.toMatchObject({ code: "conflict" });
  });

  it("stops a device that lacks the new passphrase, before it seals more with the earlier key", async () => {
    await one.rotate(NEW_PASSPHRASE, true, undefined, TEST_COST);
    await one.publish(parcelsOf(one.device, 1, 2));
    for (const call of [() => two.publish(parcelsOf(two.device, 1, 1)), () => two.read(new Map(), 1000)]) {
      await expect(call()).rejects.toMatchObject({ details: { reason: "space_passphrase_changed" } });
    }
  });

  it("reports a device whose parcels do not open, and reads the others", async () => {
    const inner = await space.inner.open(two.device);
    const { keys } = await SpaceKeys.create(inner.space, TEST_PASSPHRASE, TEST_COST);
    await inner.publish([
      { device: two.device, sequence: 1, body: keys.seal(two.device, "1", Buffer.from("forged")) },
      { device: two.device, sequence: 2, body: Buffer.alloc(0) },
    ]);
    await one.publish(parcelsOf(one.device, 1, 3));
    expect(textOf(await readAll(one, new Map(), 70))).toEqual(textOf(parcelsOf(one.device, 1, 3)));
    const problem = (await one.devices()).find(({ id }) => id === two.device)?.problem;
    expect(problem).toMatchObject({ kind: "unreadable", sequence: 1 });
  });
});

/** The compressed parts of a file of the folder, at any offset. */
function inflatedParts(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.min(bytes.length, 512) }, (_, start) => {
    try {
      return inflateRawSync(bytes.subarray(start), { finishFlush: 2 });
    } catch {
      return Buffer.alloc(0);
    }
  });
}

it("derives no key with the cost or for the number of documents that the carrier chooses", async () => {
  const { keys, records } = await newKeys();
  const [[name, body] = ["", new Uint8Array()]] = [...records];
  const content = JSON.parse(Buffer.from(body).toString("utf8")) as object;
  const hostile = new Map(records);
  for (let at = 0; at < 300; at++) {
    const id = at.toString(16).padStart(16, "0");
    const epoch = String(1 + (at % 90)).padStart(8, "0");
    hostile.set(`key-${epoch}-${id}`, Buffer.from(JSON.stringify({ ...content, cost: 2 ** (at % 2 === 0 ? 20 : 18) })));
  }
  hostile.set("key-00000002-0000000000000000", Buffer.from('{"format":1,"cost":1048576}'));
  hostile.set("key-00000003-0000000000000000", Buffer.from("no JSON"));
  const found = findKeyRecords(hostile);
  expect(found.every(({ content: { cost } }) => cost <= 2 ** 18)).toBe(true);
  const opener = new PassphraseOpener(SPACE, TEST_PASSPHRASE, 3 * TEST_COST);
  const opened: string[] = [];
  for (const record of inTurns(found)) if ((await opener.open(record)) !== null) opened.push(record.name);
  // Only the genuine one costs so little.
  expect(opened).toEqual([name]);
  expect(opener.skipped).toBe(150);
  keys.refresh(hostile);
  expect(() => findKeyRecords(new Map([[name, Buffer.from("{}")]]))).toThrow(/damaged|cannot be read/i);
});

/** What someone who can write the folder adds, from a document that is there. */
function forgedRecords(records: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const [[name, body] = ["", new Uint8Array()]] = [...records];
  const content = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, unknown>;
  const id = name.slice(-16);
  const garbage = Buffer.alloc(76, 7).toString("base64");
  const forged: Record<string, unknown> = {
    "key-00000002-ffffffffffffffff": content,
    "key-00000003-fffffffffffffffe": { ...content, keyByPrevious: { id, key: garbage } },
    "key-00000004-fffffffffffffffd": { ...content, keyByPrevious: { id, key: "" }, earlier: "" },
    "key-00000005-fffffffffffffffc": { ...content, proof: { id, seal: garbage } },
    "key-00000006-fffffffffffffffb": { ...content, proof: { id: "__proto__", seal: "" } },
    [`key-00000007-${id}`]: content,
    "key-00000001-ffffffffffffffff": content,
    "key-99999999-ffffffffffffffff": content,
  };
  return new Map(Object.entries(forged).map(([key, value]) => [key, Buffer.from(JSON.stringify(value))]));
}

it("continues with the key that it knows next to documents that no member made, and opens with the passphrase", async () => {
  const { keys, records } = await newKeys();
  const forged = forgedRecords(records);
  const sealed = keys.seal(DEVICE, "1", Buffer.from("first"));
  for (const all of [new Map([...records, ...forged]), forged]) {
    keys.refresh(all);
    expect(keys.epoch).toBe(1);
    expect(keys.seal(DEVICE, "1", Buffer.from("first"))).toEqual(sealed);
    expect([...keys.ignoredRecords].sort()).toEqual([...forged.keys()].sort());
  }
  const together = new Map([...records, ...forged]);
  const joined = await SpaceKeys.open(SPACE, together, TEST_PASSPHRASE);
  joined.refresh(together);
  expect(joined.seal(DEVICE, "1", Buffer.from("first"))).toEqual(sealed);
  // A member changes the key while the documents are there.
  const { record, adopt } = await keys.rotate(new Map([...records, ...forged]), NEW_PASSPHRASE, true, TEST_COST);
  adopt();
  const later = new Map([...records, ...forged, [record.name, record.body] as const]);
  expect(() => joined.refresh(later)).toThrow(
    expect.objectContaining({ details: { reason: "space_passphrase_changed" } }),
  );
  await expect(joined.unlock(later, TEST_PASSPHRASE)).rejects.toMatchObject({ code: "permission_denied" });
  await joined.unlock(later, NEW_PASSPHRASE);
  joined.refresh(later);
  expect(joined.epoch).toBe(2);
});

it("opens with the passphrase next to many documents that no member made, after the key was changed too", async () => {
  const { keys, records } = await newKeys();
  const [name = ""] = records.keys();
  const forge = (all: Map<string, Uint8Array>) => {
    const [body = new Uint8Array()] = all.values();
    const content = JSON.parse(Buffer.from(body).toString("utf8")) as object;
    for (let at = 0; at < 60; at++) {
      const epoch = String([1, 2, 3, 1 + at][at % 4]).padStart(8, "0");
      const id = at.toString(16).padStart(16, at % 2 === 0 ? "0" : "f");
      const salt = Buffer.alloc(32, at).toString("base64");
      all.set(`key-${epoch}-${id}`, Buffer.from(JSON.stringify({ ...content, salt })));
    }
    return all;
  };
  expect((await SpaceKeys.open(SPACE, forge(new Map(records)), TEST_PASSPHRASE)).epoch).toBe(1);
  for (const passphrase of [TEST_PASSPHRASE, NEW_PASSPHRASE]) {
    const { record, adopt } = await keys.rotate(records, passphrase, passphrase === NEW_PASSPHRASE, TEST_COST);
    records.set(record.name, record.body);
    adopt();
    const all = forge(new Map(records));
    const joined = await SpaceKeys.open(SPACE, all, passphrase);
    expect(joined.epoch).toBe(keys.epoch);
    expect(joined.open(DEVICE, "1", keys.seal(DEVICE, "1", Buffer.from("text")))?.toString()).toBe("text");
  }
  await expect(SpaceKeys.open(SPACE, forge(new Map(records)), TEST_PASSPHRASE)).rejects.toMatchObject({
    details: { reason: "space_passphrase_wrong" },
  });
  // Their cost is higher than the sum that is paid.
  const body = records.get(name) ?? new Uint8Array();
  const costly = { ...(JSON.parse(Buffer.from(body).toString("utf8")) as object), cost: 2 ** 18 };
  const opener = new PassphraseOpener(SPACE, TEST_PASSPHRASE, 2 ** 17);
  const [record] = findKeyRecords(new Map([["key-00000001-0000000000000000", Buffer.from(JSON.stringify(costly))]]));
  expect(record && (await opener.open(record))).toBeNull();
  expect(opener.skipped).toBe(1);
}, 60_000);

it("takes no key from a member that was removed by a new passphrase, and is not stopped by it", async () => {
  const { keys, records } = await newKeys();
  const [{ epoch, id, key } = { epoch: 0, id: "", key: "" }] = JSON.parse(keys.stored) as {
    epoch: number;
    id: string;
    key: string;
  }[];
  const former = { epoch, id, secret: Buffer.from(key, "base64") };
  const { record, adopt } = await keys.rotate(records, NEW_PASSPHRASE, true, TEST_COST);
  records.set(record.name, record.body);
  adopt();
  const sealed = keys.seal(DEVICE, "1", Buffer.from("text"));
  const forged: { readonly name: string; readonly body: Uint8Array }[] = [];
  for (const at of [1, 2, 3, 50]) {
    for (const previous of [former, null]) {
      const earlier = [{ ...former, epoch: at }];
      forged.push((await createKeyRecord(SPACE, TEST_PASSPHRASE, earlier, previous, TEST_COST)).record);
    }
  }
  // The list of earlier keys in the document of the former key has a later one.
  const [[name = "", body = new Uint8Array()] = []] = [...records];
  const chosen = [{ epoch: 77, id: "ffffffffffffffff", key: Buffer.alloc(32, 1).toString("base64") }];
  const list = new SealingKey(former.secret, "earlier keys").seal(
    `${SPACE} ${name}`,
    Buffer.from(JSON.stringify(chosen)),
  );
  const content = { ...(JSON.parse(Buffer.from(body).toString()) as object), earlier: list.toString("base64") };
  const all = new Map([...records, ...forged.map((one) => [one.name, one.body] as const)]);
  all.set(name, Buffer.from(JSON.stringify(content)));
  for (const member of [keys, SpaceKeys.fromStored(SPACE, keys.stored)]) {
    member.refresh(all);
    member.refresh(all);
    expect(member.epoch).toBe(2);
    expect(member.seal(DEVICE, "1", Buffer.from("text"))).toEqual(sealed);
    expect(member.open(DEVICE, "1", sealed)?.toString()).toBe("text");
  }
});

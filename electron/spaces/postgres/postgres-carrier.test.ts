import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  asSuperuser,
  createDatabase,
  hasPostgres,
  openPostgresSpace,
  sharedServer,
  type TestDatabase,
  type TestPostgresSpace,
} from "../testing/postgres-spaces.ts";
import { parcelsOf, readAll, textOf } from "../testing/test-spaces.ts";
import { schemaOf } from "./schema.ts";

describe.runIf(hasPostgres)("a space in a database", () => {
  let database: TestDatabase;
  let space: TestPostgresSpace;
  beforeEach(async () => {
    database ??= await createDatabase(await sharedServer());
    space = await openPostgresSpace(database);
  });
  afterEach(() => space.close());

  it("skips nothing of a transaction that commits after later ones", async () => {
    const [late, early, reader] = [await space.open(), await space.open(), await space.open()];
    await late.publish(parcelsOf(late.device, 1, 2));
    const after = new Map([[late.device, 2]]);
    const schema = schemaOf(space.space);
    await asSuperuser(database.server, database.database, async (client) => {
      await client.query("BEGIN");
      await client.query(`SELECT head FROM ${schema}.devices WHERE id = $1 FOR UPDATE`, [late.device]);
      for (const { device, sequence, body } of parcelsOf(late.device, 3, 4)) {
        await client.query(`INSERT INTO ${schema}.entries VALUES ($1, $2, $3)`, [device, sequence, body]);
      }
      await client.query(`UPDATE ${schema}.devices SET head = 4 WHERE id = $1`, [late.device]);
      await early.publish(parcelsOf(early.device, 1, 3));
      const seen = await readAll(reader, after);
      expect(textOf(seen)).toEqual(textOf(parcelsOf(early.device, 1, 3)));
      for (const { device, sequence } of seen) after.set(device, sequence);
      await client.query("COMMIT");
    });
    expect(textOf(await readAll(reader, after))).toEqual(textOf(parcelsOf(late.device, 3, 4)));
  });

  it("lets one of two installations with one identity publish, and refuses the other", async () => {
    const one = await space.open();
    const copy = await space.open(one.device);
    await one.publish(parcelsOf(one.device, 1, 3));
    const results = await Promise.allSettled([
      one.publish(parcelsOf(one.device, 4, 300, 50)),
      copy.publish(parcelsOf(one.device, 4, 300, 60)),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({ details: { reason: "space_sequence_reused", sequence: 4 } });
    expect(new Set((await readAll(one, new Map([[one.device, 3]]))).map(({ body }) => body.length)).size).toBe(1);
  });

  it("asks again for entries that a restored server has lost", async () => {
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 9));
    const schema = schemaOf(space.space);
    await space.owner.transaction(async (query) => {
      await query(`DELETE FROM ${schema}.entries WHERE sequence > 5`);
      await query(`UPDATE ${schema}.devices SET head = 5`);
    });
    await expect(one.publish(parcelsOf(one.device, 10, 10))).rejects.toMatchObject({
      details: { reason: "space_entries_missing", expected: 6 },
    });
    await one.publish(parcelsOf(one.device, 6, 10));
    expect(textOf(await readAll(one))).toEqual(textOf(parcelsOf(one.device, 1, 10)));
  });

  it("does not call functions that a member offers in another schema", async () => {
    await asSuperuser(database.server, database.database, async (client) => {
      await client.query(`CREATE OR REPLACE FUNCTION public.octet_length(bytea) RETURNS integer LANGUAGE sql
        AS 'SELECT 1/0'`);
      await client.query(`ALTER ROLE ${database.owner} SET search_path = public, pg_catalog`);
    });
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 2));
    expect(await readAll(one)).toHaveLength(2);
  });
});

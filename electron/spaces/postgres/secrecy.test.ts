import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PostgresAddress } from "../../postgres/address.ts";
import { Database } from "../../postgres/database.ts";
import { PostgresServer } from "../../postgres/testing/postgres-server.ts";
import { makeCertificate, type TestCertificate } from "../testing/certificates.ts";
import {
  addressOf,
  asSuperuser,
  createDatabase,
  hasPostgres,
  openPostgresSpace,
  type TestDatabase,
} from "../testing/postgres-spaces.ts";
import { readAll, SECRET_WORDS, sealedSpace, secretParcels, textOf, wordsIn } from "../testing/test-spaces.ts";
import { Members } from "./members.ts";

/** A server with TLS that logs every statement. */
describe.runIf(hasPostgres)("a connection to a database", () => {
  let folder: string;
  let certificate: TestCertificate;
  let server: PostgresServer;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "recollect-tls-"));
    certificate = makeCertificate(folder, "localhost");
    server = await PostgresServer.start(["log_statement=all", "log_connections=on", "log_min_error_statement=error"]);
    database = await createDatabase(server);
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function connect(changes: Partial<PostgresAddress>): Promise<boolean> {
    const address = { ...addressOf(database), ...changes };
    const own = new Database({ address, password: async () => database.ownerPassword });
    try {
      return await own.transaction(async (query) => {
        const { rows } = await query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
        return rows[0]?.ssl === true;
      });
    } finally {
      await own.close();
    }
  }

  it("is refused if the server has no TLS, before the password is sent", async () => {
    await expect(connect({ tls: "verify-full" })).rejects.toMatchObject({ details: { reason: "space_tls_failed" } });
    await expect(connect({ tls: "no-verify" })).rejects.toMatchObject({ details: { reason: "space_tls_failed" } });
  });

  it("with TLS verifies the certificate and its host", async () => {
    for (const file of [certificate.key, certificate.certificate, folder]) server.own(file);
    await asSuperuser(server, "postgres", async (client) => {
      await client.query(`ALTER SYSTEM SET ssl_cert_file = '${certificate.certificate}'`);
      await client.query(`ALTER SYSTEM SET ssl_key_file = '${certificate.key}'`);
      await client.query("ALTER SYSTEM SET ssl = on");
    });
    await server.restart();
    const rootCertificate = certificate.authority;
    expect(await connect({ host: "localhost", tls: "verify-full", rootCertificate })).toBe(true);
    expect(await connect({ host: "localhost", tls: "verify-full", rootCertificate, channelBinding: true })).toBe(true);
    expect(await connect({ host: "127.0.0.1", tls: "verify-ca", rootCertificate })).toBe(true);
    expect(await connect({ host: "127.0.0.1", tls: "no-verify" })).toBe(true);
    const refused: Partial<PostgresAddress>[] = [
      { host: "127.0.0.1", tls: "verify-full", rootCertificate },
      { host: "localhost", tls: "verify-full" },
      { host: "localhost", tls: "verify-ca" },
      { host: "localhost", tls: "verify-full", rootCertificate: path.join(folder, "missing.pem") },
    ];
    for (const change of refused) {
      await expect(connect(change)).rejects.toMatchObject({ details: { reason: "space_tls_failed" } });
    }
  });

  it("sends no password of a new member in a statement", async () => {
    const space = await openPostgresSpace(database);
    const login = `member_${ulid().toLowerCase()}`;
    const password = await new Members(space.owner, space.space).create(login, "writer");
    const carrier = await space.openAs(login, password);
    expect(carrier.role).toBe("writer");
    await expect.poll(() => server.log).toContain(`user=${login}`);
    expect(server.log).toContain(`CREATE ROLE "${login}" LOGIN PASSWORD 'SCRAM-SHA-256$`);
    expect(server.log).not.toContain(password);
    expect(server.log).not.toContain(database.ownerPassword);
    await space.close();
  });

  it("of an encrypted space leaves no word of it on the server: not in tables, in the log, nor in the journal", async () => {
    const inner = await openPostgresSpace(database);
    const space = sealedSpace(inner);
    const one = await space.open();
    const parcels = secretParcels(one.device, 40);
    await one.register(Buffer.from(SECRET_WORDS.deviceName));
    await one.publish(parcels);
    const two = await space.open();
    expect(textOf(await readAll(two))).toEqual(textOf(parcels));
    await one.rotate("another passphrase of the tests", true, undefined, 2 ** 10);
    expect(await one.reseal()).toBe(40);
    await space.close();
    // A running server removes and renames files while they are read. When it stops, it writes everything to them.
    await server.stop();
    const files = globSync("**/*", { cwd: server.data }).map((name) => path.join(server.data, name));
    const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file));
    // The same search finds the readable fields.
    expect(contents.some((content) => content.includes(one.device))).toBe(true);
    for (const content of [...contents, Buffer.from(server.log)]) expect(wordsIn(content)).toEqual([]);
    await server.restart();
  });
});

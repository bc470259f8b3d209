import pg from "pg";
import { ulid } from "ulid";
import type { PostgresAddress } from "../address.ts";
import type { ServerAddress } from "./postgres-server.ts";

/** A database of a test, owned by an ordinary login that may create others, as managed servers offer it. */
export interface TestDatabase {
  readonly server: ServerAddress;
  readonly database: string;
  readonly owner: string;
  readonly ownerPassword: string;
}

export async function createDatabase(server: ServerAddress): Promise<TestDatabase> {
  const name = ulid().toLowerCase();
  const [owner, database, ownerPassword] = [`owner_${name}`, `db_${name}`, `password ${name}`];
  await asSuperuser(server, "postgres", async (client) => {
    await client.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${ownerPassword}'`);
    await client.query(`CREATE DATABASE ${database} OWNER ${owner}`);
  });
  return { server, database, owner, ownerPassword };
}

/** Runs statements that an administrator of the server could run. */
export async function asSuperuser<T>(
  { port, user, password }: ServerAddress,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ host: "127.0.0.1", port, user, password, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function addressOf(
  { server, database, owner }: TestDatabase,
  { port = server.port, user = owner }: { readonly port?: number; readonly user?: string } = {},
): PostgresAddress {
  const tls = { tls: "off", rootCertificate: null, channelBinding: false } as const;
  return { host: "127.0.0.1", port, database, user, ...tls };
}

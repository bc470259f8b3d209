import { once } from "node:events";
import { connect } from "node:net";
import { ulid } from "ulid";
import { inject } from "vitest";
import { Database } from "../../postgres/database.ts";
import { postgresPrograms, type ServerAddress } from "../../postgres/testing/postgres-server.ts";
import { addressOf, type TestDatabase } from "../../postgres/testing/test-database.ts";
import type { Carrier } from "../carrier.ts";
import { PostgresCarrier } from "../postgres/postgres-carrier.ts";
import { migrateSpace } from "../postgres/schema.ts";
import { clock, type TestSpace } from "./test-spaces.ts";

export { addressOf, asSuperuser, createDatabase, type TestDatabase } from "../../postgres/testing/test-database.ts";

/** In CI it must be there; elsewhere tests that need it are skipped. */
export const hasPostgres = postgresPrograms !== null || (process.platform === "linux" && process.env.CI === "true");

export interface TestPostgresSpace extends TestSpace {
  readonly space: string;
  readonly owner: Database;
  /** Opens a carrier of a login, not registered. */
  openAs(login: string, password: string, device?: string): Promise<PostgresCarrier>;
}

/** The server that all test files of a run share. */
export async function sharedServer(): Promise<ServerAddress> {
  const socket = connect(inject("postgresControl"), "127.0.0.1");
  let text = "";
  socket.on("data", (data) => {
    text += data.toString();
  });
  await once(socket, "end");
  const answer = JSON.parse(text) as ServerAddress & { readonly error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** A new space in a database. @param port the port of a proxy instead of the server's */
export async function openPostgresSpace(
  test: TestDatabase,
  { port, space = ulid() }: { readonly port?: number; readonly space?: string } = {},
): Promise<TestPostgresSpace> {
  const options = { address: addressOf(test, port === undefined ? {} : { port }) };
  const owner = new Database({ ...options, password: async () => test.ownerPassword });
  await migrateSpace(owner, space);
  const opened: Carrier[] = [];
  const openAs = async (login: string, password: string, device = ulid()) => {
    const address = { ...options.address, user: login };
    const carrier = await PostgresCarrier.open({ address, password: async () => password, space, device, clock });
    opened.push(carrier);
    return carrier;
  };
  return {
    space,
    owner,
    openAs,
    async open(device) {
      const carrier = await openAs(test.owner, test.ownerPassword, device);
      await carrier.register(Buffer.from(`Device ${carrier.device}`));
      return carrier;
    },
    async close() {
      await Promise.all([...opened.map((carrier) => carrier.close()), owner.close()]);
    },
  };
}

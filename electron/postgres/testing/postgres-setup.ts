import { createServer } from "node:net";
import type { TestProject } from "vitest/node";
import { PostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The port on which a test asks for the address of the shared PostgreSQL server. */
    readonly postgresControl: number;
  }
}

/** One PostgreSQL server for all test files of a run, started when the first of them asks for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null;
  const control = createServer((socket) => {
    socket.on("error", () => undefined);
    server ??= PostgresServer.start();
    server.then(
      ({ port, user, password }) => socket.end(JSON.stringify({ port, user, password })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  control.unref();
  const address = control.address();
  project.provide("postgresControl", typeof address === "object" && address !== null ? address.port : 0);
  return async () => {
    control.close();
    await (await server?.catch(() => null))?.close();
  };
}

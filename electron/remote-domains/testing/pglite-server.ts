import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

/** PostgreSQL with pgvector in this process, over the real wire protocol on a free port. */
export async function startPglite() {
  const database = await PGlite.create({ extensions: { vector } });
  await database.exec("CREATE EXTENSION vector");
  const server = new PGLiteSocketServer({ db: database, host: "127.0.0.1", port: 0, maxConnections: 20 });
  await server.start();
  const port = Number(/(\d+)$/.exec(server.getServerConn())?.[1]);
  return {
    database,
    port,
    url: `postgres://postgres:unused@127.0.0.1:${port}/postgres`,
    async close() {
      await server.stop();
      await database.close();
    },
  };
}
export type PgliteServer = Awaited<ReturnType<typeof startPglite>>;

import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give higher ports to programs that listen on any port, so that no other test is given one of these. */
const FIRST_PORT = 20_000;
/** Workers run at the same time, so that each has ports of its own: 16 times 625. */
const WORKER = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 16;
const PORTS = 625;
const given = new Set<number>();

/** A free port, each time another one, for a program that starts on it later, or again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + WORKER * PORTS + Math.floor(Math.random() * PORTS);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

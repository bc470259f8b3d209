import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { RemoteConnection } from "./connection.ts";

it("probes the database two seconds after several requests failed together", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let now = 0;
  const connection = new RemoteConnection({
    domain: "acme/archive",
    address: {
      host: "127.0.0.1",
      port,
      database: "none",
      user: "nobody",
      tls: "off",
      rootCertificate: null,
      channelBinding: false,
    },
    password: async () => null,
    clock: { now: () => now },
    onChange: () => undefined,
  });
  onTestFinished(async () => {
    await connection.close();
    server.close();
  });
  const read = () => connection.read((query) => query("SELECT 1"));
  const failed = await Promise.allSettled(Array.from({ length: 5 }, read));
  expect(failed.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  const before = connections;
  now += 1_999;
  await expect(read()).rejects.toMatchObject({ details: { reason: "remote_unreachable" } });
  expect(connections).toBe(before);
  now += 1;
  await expect(read()).rejects.toMatchObject({ details: { reason: "remote_unreachable" } });
  await expect.poll(() => connections).toBeGreaterThan(before);
});

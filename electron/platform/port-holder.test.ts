import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { describeTakenPort, findPortHolder } from "./port-holder.ts";

it("names the program that listens on a port", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const holder = await findPortHolder(port, process.platform);
  await new Promise((resolve) => server.close(resolve));
  expect(holder?.pid).toBe(process.pid);
  expect(await findPortHolder(port, process.platform)).toBeNull();
});

it("says what to do, with the holder's name where it is known", () => {
  expect(describeTakenPort(7325, { name: "node", pid: 4312 })).toBe(
    "Port 7325 is used by another program (node, pid 4312). Choose another port, or stop it.",
  );
  expect(describeTakenPort(7325, null)).toBe("Port 7325 is used by another program. Choose another port, or stop it.");
});

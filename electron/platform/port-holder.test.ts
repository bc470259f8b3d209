import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { findPortHolder } from "./port-holder.ts";

it("names the program that listens on a port", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const holder = await findPortHolder(port, process.platform);
  await new Promise((resolve) => server.close(resolve));
  expect(holder?.pid).toBe(process.pid);
  expect(await findPortHolder(port, process.platform)).toBeNull();
});

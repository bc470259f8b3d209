import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../fixtures.ts";
import { call, capture, connectHttp } from "../testing/clients.ts";
import { readEndpoint, waitForEndpoint } from "../testing/data-folder.ts";
import { waitForLink } from "../testing/hosts.ts";
import { runHeadless } from "../testing/programs.ts";

test("prints a new link to the first instance on a second start, and exits", async ({ browser, folder }) => {
  const first = runHeadless(folder);
  const link = await waitForLink(first);
  const second = runHeadless(folder);
  expect(await second.exited).toBe(0);
  expect(second.output()).toContain(`Recollect is already serving on ${(await readEndpoint(folder)).url}`);
  const newLink = await waitForLink(second);
  expect(newLink).not.toBe(link);

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(newLink);
  await expect(page.getByRole("navigation", { name: "Places" })).toBeVisible();
  expect(page.url()).not.toContain("key");
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Places" })).toBeVisible();
  const otherContext = await browser.newContext();
  const stranger = await otherContext.newPage();
  await stranger.goto(newLink);
  await expect(stranger.getByText("This tab is not signed in")).toBeVisible();
  await Promise.all([context.close(), otherContext.close()]);
  first.process.kill("SIGTERM");
  expect(await first.exited).toBe(0);
});

test("names the program that uses the port, and does not choose another port", async ({ folder }) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const program = runHeadless(folder, { RECOLLECT_PORT: String(port) });
  expect(await program.exited).toBe(1);
  expect(program.output()).toMatch(
    new RegExp(
      `Port ${port} is used by another program \\(.+, pid ${process.pid}\\)\\. Choose another port, or stop it\\.`,
    ),
  );
  await expect(readEndpoint(folder)).rejects.toThrow();
  await new Promise((resolve) => other.close(resolve));
});

test("removes the endpoint on a clean stop, and ignores a stale one after a kill without losing data", async ({
  folder,
}) => {
  const first = runHeadless(folder);
  const endpoint = await waitForEndpoint(folder);
  const client = await connectHttp(endpoint, "e2e-client");
  const memories = [];
  for (let number = 1; number <= 20; number++) memories.push(await capture(client, `Fact number ${number}`));
  first.process.kill("SIGKILL");
  await first.exited;
  expect((await readEndpoint(folder)).pid).toBe(endpoint.pid);

  const second = runHeadless(folder);
  const next = await connectHttp(await waitForEndpoint(folder, endpoint.pid), "e2e-client");
  for (const { id, content } of memories) {
    expect(await call(next, "get_memory", { id })).toMatchObject({ memory: { content } });
  }
  await next.close();
  second.process.kill("SIGTERM");
  expect(await second.exited).toBe(0);
  await expect(readEndpoint(folder)).rejects.toThrow();
});

import type { Page } from "@playwright/test";
import type { Memory } from "../../electron/core/memory.ts";
import { PostgresServer } from "../../electron/postgres/testing/postgres-server.ts";
import { createDatabase, type TestDatabase } from "../../electron/postgres/testing/test-database.ts";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";
import { call, capture, connectHttp } from "../testing/clients.ts";
import { makeDataFolder, removeDataFolder } from "../testing/data-folder.ts";
import { startHeadless } from "../testing/hosts.ts";

/** A change passes through the database, and both devices have time for it. */
const EXCHANGE = { timeout: 60_000 };
const DOMAIN = "acme/shop";

const space = (page: Page) => page.getByRole("region", { name: "Shop", exact: true });
const openPlace = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

test("an owner shares a domain through a database, and grants, changes and revokes a member's rights", async ({
  app,
  browser,
}, info) => {
  const server = await PostgresServer.start();
  const otherFolder = await makeDataFolder();
  const other = await startHeadless(browser, otherFolder);
  const [owner, member] = [app.page, other.page];
  const look = async (page: Page, name: string) => {
    await keepScreenshot(page, info, name.replaceAll(" ", "-"));
    await expectAccessible(page, name);
  };
  try {
    const ownerClient = await connectHttp(app.endpoint, "owner-client");
    const { id } = await capture(ownerClient, "Deploys run at 3.", { domain: DOMAIN });
    await createSpace(owner, await createDatabase(server));
    await expect(space(owner).getByRole("status").first()).toHaveText("up to date", EXCHANGE);

    await owner.getByRole("tab", { name: "Invite" }).click();
    await owner.getByLabel("Name of the login").fill("alice");
    await owner.getByRole("radio", { name: "can only read" }).click();
    await owner.getByRole("switch", { name: "Send the secret separately" }).click();
    await owner.getByRole("button", { name: "Create link" }).click();
    const invitation = owner.getByRole("region", { name: "Link" });
    const link = (await invitation.getByText(/^recollect:/).textContent()) ?? "";
    const secret = (await invitation.getByRole("code").nth(1).textContent()) ?? "";
    await look(owner, "an invitation with a separate secret");

    await openPlace(member, `#/spaces/join?${new URLSearchParams({ link })}`);
    const join = member.getByRole("dialog", { name: "Join a space" });
    await join.getByRole("button", { name: "Preview" }).click();
    await join.getByLabel("Secret", { exact: true }).fill(secret);
    await join.getByRole("button", { name: "Continue" }).click();
    await expect(join.getByText("1 change from 1 device")).toBeVisible();
    await look(member, "joining as a reader");
    await join.getByRole("button", { name: "Join", exact: true }).click();
    await expect(space(member).getByRole("status").first()).toHaveText("up to date", EXCHANGE);

    const memberClient = await connectHttp(other.endpoint, "member-client");
    await call(memberClient, "update_memory", { id, content: "Deploys run at noon." });
    await expect(space(member)).toContainText("may only read", EXCHANGE);
    await look(member, "a change of a reader");
    const read = async () => (await call<{ memory: Memory }>(ownerClient, "get_memory", { id })).memory.content;
    expect(await read()).toBe("Deploys run at 3.");

    await owner.getByRole("tab", { name: "Members" }).click();
    await owner.getByRole("combobox", { name: "Role of alice" }).click();
    await owner.getByRole("option", { name: "can read and write" }).click();
    await expect.poll(read, EXCHANGE).toBe("Deploys run at noon.");

    await owner.getByRole("button", { name: "Remove… alice" }).click();
    await owner.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(owner.getByRole("list", { name: "Logins of the database" })).not.toContainText("alice");
    await expect(space(member).getByRole("status").first()).toHaveText("stopped", EXCHANGE);
    await look(member, "a member whose rights ended");
    await memberClient.close();
    await ownerClient.close();
  } finally {
    await other.stop();
    await removeDataFolder(otherFolder);
    await server.close();
  }
});

/** Creates an encrypted space in the window, first with a wrong password. */
async function createSpace(page: Page, { server, database, owner, ownerPassword }: TestDatabase): Promise<void> {
  await openPlace(page, "#/spaces");
  await page.getByRole("button", { name: "Create a space" }).first().click();
  const create = page.getByRole("dialog", { name: "Create a space" });
  await create.getByLabel("Name", { exact: true }).fill("Shop");
  await create.getByRole("radio", { name: "A PostgreSQL database" }).click();
  await create.getByLabel("Address", { exact: true }).fill(`postgres://${owner}@127.0.0.1:${server.port}/${database}`);
  await create.getByLabel("Password", { exact: true }).fill("wrong");
  await create.getByRole("checkbox", { name: /^acme\/shop/ }).check();
  await create.getByRole("switch", { name: "Encrypt end to end" }).click();
  await create.getByRole("checkbox", { name: "I have stored it" }).check();
  await create.getByRole("button", { name: "Create", exact: true }).click();
  await expect(create.getByText("refused the login")).toBeVisible();
  await create.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await create.getByRole("button", { name: "Create", exact: true }).click();
  await expect(create).toBeHidden(EXCHANGE);
}

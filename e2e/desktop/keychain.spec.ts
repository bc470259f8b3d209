import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { canRunKeyring, openKeyring, type TestKeyring } from "../../tests/testing/keyring.ts";
import { expect, test } from "../fixtures.ts";
import { capture, connectHttp } from "../testing/clients.ts";
import { waitForEndpoint } from "../testing/data-folder.ts";
import { firstWindow, launchDesktop, waitForLink } from "../testing/hosts.ts";
import { runHeadless } from "../testing/programs.ts";

interface Configuration {
  readonly id: string;
  readonly snippets: readonly { readonly transport: string; readonly text: string }[];
}

test.describe("with a system keyring", () => {
  test.skip(!canRunKeyring, "GNOME's keyring is not installed");
  let keyring: TestKeyring;
  test.beforeEach(async () => {
    keyring = await openKeyring();
  });
  test.afterEach(() => keyring.close());

  test("shares one key between headless and desktop, and recovers from a locked keyring in the window", async ({
    folder,
  }) => {
    // A request to the keyring that was stopped ends after two minutes.
    test.setTimeout(360_000);
    const { XDG_RUNTIME_DIR = "", DBUS_SESSION_BUS_ADDRESS = "" } = keyring.env;
    const env = { XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, RECOLLECT_KEYCHAIN: "on" };
    const headless = runHeadless(folder, env);
    await waitForLink(headless);
    await expect.poll(() => existsSync(path.join(folder, "secrets.json"))).toBe(true);
    expect(existsSync(path.join(folder, "token.key"))).toBe(false);
    headless.process.kill("SIGTERM");
    expect(await headless.exited).toBe(0);

    const app = await launchDesktop(folder, { env });
    const page = await firstWindow(app);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Data", exact: true }).click();
    await expect(page.getByText("In the system keychain")).toBeVisible();
    const configurations = (await page.evaluate(
      "recollect.invoke('clients.configurations', {}).then(({ value }) => value)",
    )) as readonly Configuration[];
    const http = configurations.flatMap(({ snippets }) => snippets).find(({ text }) => /Bearer eyJ/.test(text));
    const token = /Bearer (eyJ[\w.-]+)/.exec(http?.text ?? "")?.[1] ?? "";
    const endpoint = await waitForEndpoint(folder);
    const client = await connectHttp({ ...endpoint, token }, "e2e-client");
    await capture(client, "Kept with a token signed by the keyring's key");
    await client.close();
    await app.close();

    keyring.lock();
    const locked = await launchDesktop(folder, { env });
    const window = await firstWindow(locked);
    await expect(window.getByRole("alert").first()).toContainText("keychain");
    const again = await waitForEndpoint(folder);
    const refused = await fetch(again.url, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    expect(refused.status).toBe(503);
    const owner = await connectHttp(again, "e2e-owner");
    await capture(owner, "The owner's own token needs no keyring");
    await owner.close();

    await keyring.unlock();
    await window.getByRole("button", { name: "Open Settings" }).click();
    await window.getByRole("button", { name: "Retry keychain" }).click();
    await expect(window.getByRole("alert")).toHaveText([], { timeout: 180_000 });
    const back = await connectHttp({ ...again, token }, "e2e-client");
    await capture(back, "The same token again");
    await back.close();
    await locked.close();
    expect(readFileSync(path.join(folder, "secrets.json"), "utf8")).not.toContain("eyJ");
  });
});

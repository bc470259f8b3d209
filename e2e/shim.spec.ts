import { expect, IN_DESKTOP, test } from "./fixtures.ts";
import { capture, connectStdio } from "./testing/clients.ts";

test("shows a capture over the stdio shim in the open window and its messages in Activity", {
  tag: IN_DESKTOP,
}, async ({ app, folder }) => {
  const client = await connectStdio(folder, "e2e-shim");
  await capture(client, "The staging key rotates on Mondays", { namespace: "config" });
  await expect(app.page.getByRole("option", { name: /staging key rotates/ })).toBeVisible();
  await app.page.getByRole("link", { name: /Activity/ }).click();
  await app.page.getByRole("radio", { name: "Wire" }).check();
  await expect(app.page.getByRole("row", { name: /e2e-shim tools\/call capture_memory ok .* stdio/ })).toBeVisible();
  await client.close();
});

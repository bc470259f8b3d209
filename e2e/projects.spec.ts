import { expect, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectHttp } from "./testing/clients.ts";

test(
  "opens a project, and moves memories to it by dragging and by the menu",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "codex-mcp-client");
    await capture(client, "Refunds are rounded per line", { namespace: "decisions", domain: "acme/shop" });
    await capture(client, "Prices are stored in cents", { namespace: "patterns", domain: "acme/shop" });
    await capture(client, "Deploys run on Tuesdays", { domain: "user" });
    const projects = page.getByRole("region", { name: "Projects" });
    const shop = projects.getByRole("link", { name: "acme/shop" });
    await expect(shop).toContainText("2");

    await page.getByRole("option", { name: /Deploys run on Tuesdays/ }).dragTo(shop);
    await expect(page.getByText("1 memory moved to acme/shop.")).toBeVisible();
    await expect(shop).toContainText("3");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(shop).toContainText("2");

    await page.getByRole("option", { name: /Deploys run on Tuesdays/ }).click();
    await page.getByRole("article").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Move to …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Project" }).fill("acme/infra");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(projects.getByRole("link", { name: "acme/infra" })).toContainText("1");

    await shop.click();
    await expect(page.getByRole("region", { name: "Decisions and rules" }).getByRole("link")).toHaveCount(2);
    // The page names the project; its lines do not.
    await expect(page.getByText("Codex remembered Refunds are rounded per line.")).toBeVisible();
    await expectAccessibleInThemes(page, "a project", "project");
    await page.setViewportSize({ width: 800, height: 600 });
    await keepScreenshot(page, info, "project-narrow");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: "All projects" }).click();
    await expect(page.getByRole("list", { name: "Projects" }).getByRole("button")).toHaveCount(2);
    await expectAccessibleInThemes(page, "all projects", "projects");
    await client.close();
  },
);

import { AxeBuilder } from "@axe-core/playwright";
import { expect, expectAccessible, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

const PLACES = {
  记忆: "memories",
  时间线: "timeline",
  地图: "map",
  整理: "health",
  活动: "activity",
  客户端: "clients",
  设置: "settings",
};

test(
  "shows every place in Chinese once it is chosen, also after a reload",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    await capture(client, "订单使用 PostgreSQL\n\n订单需要**事务**。", { namespace: "decisions", tags: ["database"] });
    await call(client, "list_memories", { limit: 5 });
    await client.close();

    await page.getByRole("link", { name: /Settings/ }).click();
    await page.getByRole("combobox", { name: "Language" }).click();
    await expect(page.getByRole("option", { name: "简体中文" })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).withRules(["region"]).setLegacyMode().analyze();
    expect(violations.map(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    await page.getByRole("option", { name: "简体中文" }).click();
    await expect(page.getByRole("main", { name: "设置" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");

    const usual = page.viewportSize() ?? { width: 1280, height: 800 };
    for (const [theme, size] of [
      ["浅色", { width: 1400, height: 900 }],
      ["深色", { width: 800, height: 600 }],
    ] as const) {
      await page.getByRole("link", { name: /设置/ }).click();
      await page.getByRole("radio", { name: theme }).click();
      await page.setViewportSize(size);
      for (const [place, name] of Object.entries(PLACES)) {
        await page
          .getByRole("link", { name: new RegExp(place) })
          .first()
          .click();
        await expect(page.getByRole("main", { name: place })).toBeVisible();
        if (name === "activity") {
          await page.getByRole("radio", { name: "消息", exact: true }).click();
          await page.getByRole("row", { name: /list_memories/ }).click();
        }
        await keepScreenshot(page, info, `${name}-${size.width}`);
        await expectAccessible(page, `${name} in Chinese`, theme === "浅色" ? "all" : "colours");
      }
    }
    await page.setViewportSize(usual);

    await page.reload();
    await expect(page.getByRole("link", { name: /记忆/ }).first()).toBeVisible();
  },
);

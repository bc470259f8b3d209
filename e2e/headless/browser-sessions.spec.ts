import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../fixtures.ts";
import { waitForLink } from "../testing/hosts.ts";
import { runHeadless } from "../testing/programs.ts";

test("a page on another port of 127.0.0.1 receives no secret and can call nothing", async ({ app }) => {
  const { page, endpoint } = app;
  await expect(page.getByRole("navigation", { name: "Places" })).toBeVisible();
  const target = new URL(endpoint.url).origin;
  const received: IncomingMessage[] = [];
  // The second hop comes from a page of the same site, so the browser sends every cookie of the site with it.
  const evil = createServer((request, response) => {
    received.push(request);
    response.setHeader("content-type", "text/html");
    response.end(request.url === "/" ? '<meta http-equiv="refresh" content="0; url=/second">' : "<h1>evil</h1>");
  });
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
  await expect(page.getByRole("heading", { name: "evil" })).toBeVisible();
  expect(received.map(({ url }) => url)).toContain("/second");
  for (const { headers } of received) expect(headers.cookie).toBeUndefined();
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});

  const attacker = await page.context().newPage();
  await attacker.goto(page.url());
  const calls = await attacker.evaluate(async (origin) => {
    const outcomes: string[] = [];
    for (const path of ["invoke", "events", "sessions", "links"]) {
      for (const mode of ["cors", "no-cors"] as const) {
        const body = JSON.stringify({ method: "clients.createToken", input: {}, key: "guess" });
        const init = { method: "POST", body, mode, credentials: "include" } as const;
        const outcome = await fetch(`${origin}/interface/${path}`, init).then(
          ({ type, status }) => `${type} ${status}`,
          () => "blocked",
        );
        outcomes.push(outcome);
      }
    }
    return outcomes;
  }, target);
  // An opaque response reveals nothing; the next assertions show that the server refused it.
  expect(new Set(calls)).toEqual(new Set(["blocked", "opaque 0"]));
  for (const headers of [{}, { origin: target }, { origin: target, cookie: "recollect-session-secret=guess" }]) {
    const response = await fetch(`${target}/interface/invoke`, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: JSON.stringify({ method: "memories.list", input: {} }),
    });
    expect(response.status).toBe(401);
  }
  await new Promise((resolve) => evil.close(resolve));
});

test("each tab has its own session, which Settings lists and signs out", async ({ app, folder }) => {
  const { page } = app;
  await expect(page.getByRole("navigation", { name: "Places" })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByRole("heading", { name: "This tab is not signed in" })).toBeVisible();
  await expect(second.getByText("npm run headless")).toBeVisible();

  // A link that is pasted into the address bar of an open tab changes only the fragment.
  const newLink = () => waitForLink(runHeadless(folder));
  await second.goto(await newLink());
  await expect(second.getByRole("navigation", { name: "Places" })).toBeVisible();

  await page.goto(new URL("#/settings/browser", page.url()).href);
  const sessions = page.getByRole("region", { name: "Browser sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByText("This tab")).toBeVisible();
  await sessions.getByRole("button", { name: /^Sign out: Another tab/ }).click();
  await expect(second.getByRole("heading", { name: "This tab is not signed in" })).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);

  await second.goto(await newLink());
  await expect(second.getByRole("navigation", { name: "Places" })).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await second.goto(new URL("#/settings/browser", second.url()).href);
  await second.getByRole("button", { name: /^Sign out: This tab/ }).click();
  await expect(second.getByRole("heading", { name: "This tab is not signed in" })).toBeVisible();
});

test("a token that one tab creates is an alert in the others", async ({ app, folder }) => {
  const { page } = app;
  const second = await page.context().newPage();
  await second.goto(await waitForLink(runHeadless(folder)));
  await expect(second.getByRole("navigation", { name: "Places" })).toBeVisible();
  await page.goto(new URL("#/clients/token", page.url()).href);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("thief");
  await page.getByRole("button", { name: "Create token" }).click();
  const alert = second.getByRole("alert").filter({ hasText: "the token of thief" });
  await expect(alert).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "the token of thief" })).toHaveCount(0);
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
});

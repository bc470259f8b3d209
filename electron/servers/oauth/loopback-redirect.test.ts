import { request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { openRedirect } from "./loopback-redirect.ts";

const pageText = (isSignedIn: boolean, languages: string) => ({
  language: '"><script>',
  title: isSignedIn ? "Done & over" : "Failed",
  text: `<b>${languages}</b>`,
});

/** Sends a request as it is, which `fetch` does not allow for `Host`. */
function statusOf(url: string, options: { readonly method?: string; readonly host?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const { host, ...rest } = options;
    request(url, { ...rest, ...(host === undefined ? {} : { headers: { host } }) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once("error", reject)
      .end();
  });
}

it("accepts one request of its address on 127.0.0.1, and no other", async () => {
  const redirect = await openRedirect({ port: null, path: "/secret-path", pageText });
  onTestFinished(() => redirect.close());
  const { host } = new URL(redirect.url);
  expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(await statusOf(`http://${host}/`, {})).toBe(404);
  expect(await statusOf(redirect.url, { method: "POST" })).toBe(404);
  expect(await statusOf(redirect.url, { host: "example.com" })).toBe(404);
  const opened = fetch(`${redirect.url}?code=1&state=2`, { headers: { "accept-language": "<de>" } });
  const { parameters, show } = await redirect.received;
  expect([...parameters]).toEqual([
    ["code", "1"],
    ["state", "2"],
  ]);
  expect(await statusOf(`${redirect.url}?code=other`, {})).toBe(404);
  show(true);
  const page = await opened;
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain("Done &#38; over");
  expect(text).toContain("&#60;b&#62;&#60;de&#62;&#60;/b&#62;");
  expect(text).not.toContain("<script>");
});

it("listens on a given port, reports that it is in use, and frees it", async () => {
  const first = await openRedirect({ port: null, path: "/a", pageText });
  const port = Number(new URL(first.url).port);
  await expect(openRedirect({ port, path: "/a", pageText })).rejects.toThrow(`Port ${port} for the redirect`);
  first.close();
  await expect(fetch(first.url)).rejects.toThrow();
  const second = await openRedirect({ port, path: "/a", pageText });
  expect(second.url).toBe(first.url);
  second.close();
});

import path from "node:path";
import { expect, it } from "vitest";
import { openServedCommandLine } from "./testing/command-line.ts";
import { HAS_TERMINAL, runOnTerminal } from "./testing/on-terminal.ts";

const PACKAGES = path.join(import.meta.dirname, "..", "..", "node_modules", "@modelcontextprotocol");
const SERVER = [process.execPath, path.join(PACKAGES, "server-sequential-thinking", "dist", "index.js")];
/** No proxy is set, because the process of the tests would use it. */
const THERE = { NO_PROXY: ".test", NODE_EXTRA_CA_CERTS: "/ca.pem", SSL_CERT_FILE: "" };
const inheritedBy = (servers: readonly { readonly transport: object }[]) =>
  servers.map(({ transport }) => ("inherit" in transport ? transport.inherit : null));

it("names the variables that it does not pass on without a terminal, and passes them on with --yes or --inherit", async () => {
  const { run, inWindow } = await openServedCommandLine(undefined, undefined, THERE);
  const quiet = await run(["servers", "add", "quiet", "--", ...SERVER]);
  expect(quiet).toMatchObject({ code: 0 });
  expect(quiet.errors).toContain(
    "NODE_EXTRA_CA_CERTS, NO_PROXY are set where Recollect runs, and not passed on. To pass on: --inherit NODE_EXTRA_CA_CERTS --inherit NO_PROXY",
  );
  const agreed = await run(["servers", "add", "agreed", "--yes", "--env", "no_proxy=x", "--", ...SERVER]);
  expect(agreed.errors).not.toContain("not passed on");
  const chosen = await run(["servers", "add", "chosen", "--inherit", "NO_PROXY", "--", ...SERVER]);
  expect(chosen.errors).not.toContain("not passed on");
  const text = JSON.stringify({ mcpServers: { pasted: { command: SERVER[0], args: SERVER.slice(1) } } });
  await run(["servers", "add", "--text", "-", "--yes", "--inherit", "NO_PROXY"], { input: text });
  expect(inheritedBy(await inWindow("servers.list", {}))).toEqual([
    [],
    ["NODE_EXTRA_CA_CERTS"],
    ["NO_PROXY"],
    ["NO_PROXY"],
  ]);
  const remote = await run(["servers", "add", "remote", "--url", "http://127.0.0.1:9/mcp"]);
  expect(remote.errors).not.toContain("passed on");
}, 300_000);

it("names the variables that only this command has, and passes them on as secrets", async () => {
  const { run, inWindow } = await openServedCommandLine();
  const env = { HTTPS_PROXY: "http://ada:secret-1@proxy.test" };
  const added = await run(["servers", "add", "one", "--", ...SERVER], { env });
  expect(added.errors).toContain(
    "HTTPS_PROXY is set here, but not where Recollect runs. To pass on: --secret HTTPS_PROXY",
  );
  expect(added.errors).not.toContain("secret-1");
  const passed = await run(["servers", "add", "two", "--secret", "HTTPS_PROXY", "--", ...SERVER], { env });
  expect(passed.errors).not.toContain("not where Recollect runs");
  expect((await inWindow("servers.list", {})).map(({ secretNames }) => secretNames)).toEqual([[], ["HTTPS_PROXY"]]);
}, 300_000);

it.runIf(HAS_TERMINAL)(
  "asks once on a terminal",
  async () => {
    const { folder, inWindow } = await openServedCommandLine(undefined, undefined, THERE);
    const question = "Pass on NODE_EXTRA_CA_CERTS, NO_PROXY from Recollect's environment? [Y/n] ";
    const add = (name: string, answer: string) =>
      runOnTerminal(["servers", "add", name, "--", ...SERVER], folder, [[question, answer]]);
    expect(await add("one", "\r")).toMatchObject({ code: 0 });
    expect(await add("two", "n\r")).toMatchObject({ code: 0 });
    expect((await add("three", "\u0003")).shown).toContain("It was not added.");
    expect(inheritedBy(await inWindow("servers.list", {}))).toEqual([["NODE_EXTRA_CA_CERTS", "NO_PROXY"], []]);
  },
  300_000,
);

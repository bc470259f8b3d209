import { Client } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { ServerLog } from "./server-log.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** Responds to a call with three progress notifications and the result in one write. */
const PROGRAM = `
  const line = (message) => JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n";
  require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
    const { id, method, params } = JSON.parse(text);
    if (method === "initialize") {
      const serverInfo = { name: "p", version: "1" };
      process.stdout.write(line({ id, result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo } }));
    } else if (method === "tools/list") {
      process.stdout.write(line({ id, result: { tools: [{ name: "steps", inputSchema: { type: "object" } }] } }));
    } else if (method === "tools/call") {
      const { progressToken } = params._meta;
      const steps = [1, 2, 3].map((progress) =>
        line({ method: "notifications/progress", params: { progressToken, progress, total: 3 } }),
      );
      process.stdout.write(steps.join("") + line({ id, result: { content: [{ type: "text", text: "ä" }] } }));
    }
  });`;

it("delivers the progress before a result that arrives with it", async () => {
  const transport = new StdioTransport({
    command: process.execPath,
    args: ["-e", PROGRAM],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "" },
    log: new ServerLog({ now: Date.now }),
    processes: { note: () => undefined, forget: () => undefined },
    maxMessageBytes: 1024,
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  for (let count = 0; count < 20; count += 1) {
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void steps.push(progress);
    expect(await client.callTool({ name: "steps", arguments: {} }, { onprogress })).toMatchObject({
      content: [{ text: "ä" }],
    });
    expect(steps).toEqual([1, 2, 3]);
  }
});

it("waits with one listener for all messages to a program that does not read, and releases them when it ends", async () => {
  const transport = new StdioTransport({
    command: process.execPath,
    args: ["-e", "setInterval(() => undefined, 1000)"],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "" },
    log: new ServerLog({ now: Date.now }),
    processes: { note: () => undefined, forget: () => undefined },
    maxMessageBytes: 1024,
  });
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on("warning", onWarning);
  onTestFinished(() => {
    process.off("warning", onWarning);
  });
  await transport.start();
  const method = "x".repeat(256 * 1024);
  const sent = Array.from({ length: 40 }, () => transport.send({ jsonrpc: "2.0", method }));
  // Node reports a warning in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
  transport.kill(new Error("The test ends."));
  await Promise.all(sent);
});

it("sends all messages in order, also the ones just before it closes", async () => {
  const log = new ServerLog({ now: Date.now });
  const program = `
    require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
      console.error(JSON.parse(text).method.slice(0, 10));
    });`;
  const transport = new StdioTransport({
    command: process.execPath,
    args: ["-e", program],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "" },
    log,
    processes: { note: () => undefined, forget: () => undefined },
    maxMessageBytes: 1024,
  });
  await transport.start();
  const methods = ["small", `large${"x".repeat(40_000)}`, "next", "last"];
  await Promise.all(methods.map((method) => transport.send({ jsonrpc: "2.0", method })));
  await transport.close();
  expect(log.lines().map(({ text }) => text)).toEqual(["small", "largexxxxx", "next", "last"]);
});

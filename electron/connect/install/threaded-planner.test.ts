import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { workerUrl as urlOfWorker } from "../../../tests/testing/entries.ts";
import { SILENT } from "../../store/testing/open-store.ts";
import { connections, fileOf, giveHome, read, user, write } from "../testing/connections.ts";
import { createThreadedPlanner } from "./threaded-planner.ts";

giveHome();

/** Settings of Claude Code with this many projects. */
function largeSettings(projects: number): string {
  const history = Array.from({ length: 20 }, (_, index) => ({
    display: `Question ${index} "quoted" \u00fc`,
    pasted: {},
  }));
  return `${JSON.stringify(
    {
      numStartups: 3,
      projects: Object.fromEntries(
        Array.from({ length: projects }, (_, index) => [
          `/home/ada/code/project-${index}`,
          { allowedTools: [], history },
        ]),
      ),
      mcpServers: { files: { command: "npx", args: ["files"] } },
    },
    null,
    2,
  )}\n`;
}

function openPlanner() {
  const workerUrl = urlOfWorker("connectWorker");
  const planner = createThreadedPlanner({ workerUrl, logger: SILENT });
  onTestFinished(() => planner.close());
  return planner;
}

it("serves requests while it reads, plans and writes changes of a large file, and restores it to the byte", async () => {
  const own = connections(openPlanner());
  const before = largeSettings(400);
  const file = write(fileOf("claude-code"), before, 0o600);
  const server = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  /** The number of requests that were served before the work ended. */
  const servedDuring = async (work: Promise<unknown>): Promise<number> => {
    let [ended, served] = [false, 0];
    const end = work.finally(() => {
      ended = true;
    });
    while (!ended) {
      await (await fetch(`http://127.0.0.1:${port}`)).text();
      served += 1;
    }
    await end;
    return served;
  };
  let plan = own.planConnect(user("claude-code"));
  expect(await servedDuring(plan)).toBeGreaterThan(3);
  expect(await servedDuring(own.apply((await plan).id))).toBeGreaterThan(3);
  expect(JSON.parse(read(file))).toMatchObject({ mcpServers: { files: {}, recollect: {} } });
  expect(await servedDuring(own.list())).toBeGreaterThan(3);
  plan = own.planDisconnect(user("claude-code"));
  expect(await servedDuring(plan)).toBeGreaterThan(3);
  await own.apply((await plan).id);
  expect(read(file)).toBe(before);
}, 300_000);

it("reports errors in a large file with their place, and changes that another program made since the preview", async () => {
  const own = connections(openPlanner());
  const text = largeSettings(300);
  const file = write(fileOf("claude-code"), text.replace('"numStartups": 3,', '"numStartups": 3'));
  await expect(own.planConnect(user("claude-code"))).rejects.toMatchObject({
    code: "invalid_argument",
    details: { reason: "file_invalid", path: file, line: 3, column: 3 },
  });
  write(file, text);
  const plan = await own.planConnect(user("claude-code"));
  write(file, text.replace('"numStartups": 3', '"numStartups": 4'));
  await expect(own.apply(plan.id)).rejects.toMatchObject({ code: "conflict" });
}, 300_000);

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { NO_UPDATES } from "../app/testing/application-options.ts";
import type { UpdateStatus } from "../core/updates.ts";
import { ReleaseServer } from "../updates/testing/release-server.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

it("switches checks on, shows a newer version with its notes, and leads to the download", async () => {
  const server = new ReleaseServer();
  await server.listen();
  onTestFinished(() => server.close());
  server.publish({ version: "2.0.0", notes: "Faster search." });
  const { run, json } = await openServedCommandLine(
    () => undefined,
    (folder) => {
      const configFile = path.join(folder, "app-update.yml");
      writeFileSync(configFile, server.config);
      return { ...NO_UPDATES, configFile, publicKey: server.publicKey };
    },
  );
  expect((await run(["update"])).out).toContain("Updates are off");
  expect(await run(["update", "check"])).toMatchObject({ code: 1, errors: expect.stringContaining("update on") });
  expect(server.requests).toEqual([]);
  expect(await json<UpdateStatus>(["update", "on"])).toMatchObject({ agreed: true });
  const { out, errors } = await run(["update", "check"]);
  expect(out).toContain("Version 2.0.0 is available.");
  expect(errors).toContain("Faster search.");
  expect(errors).toContain(`Downloads: ${server.feed}`);
  expect(await run(["update", "again"])).toMatchObject({ code: 2 });
});

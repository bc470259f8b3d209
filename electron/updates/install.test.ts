import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { SILENT } from "../store/testing/open-store.ts";
import { checkRelease } from "./check-release.ts";
import { ReleaseServer } from "./testing/release-server.ts";
import { type UpdateSettings, Updates } from "./updates.ts";

let server: ReleaseServer;
/** Whether a client waits for a response. */
let isBusy: boolean;
/** The calls of the host. */
let done: string[];

beforeEach(async () => {
  server = new ReleaseServer();
  await server.listen();
  onTestFinished(() => server.close());
  isBusy = false;
  done = [];
});

/** Updates of version 1.2.3 with a host that records its calls and downloads only signed releases. */
function open(): Updates {
  const { feed, publicKey } = server;
  const platform = { platform: process.platform, arch: process.arch };
  let settings: UpdateSettings = { agreed: true, checkedAt: null };
  const updates = new Updates({
    ...platform,
    version: "1.2.3",
    source: { feed, page: feed },
    publicKey,
    obstacle: null,
    installer: {
      async download({ onProgress, signal }) {
        onProgress({ done: 1, total: 2 });
        done.push("download");
        return await checkRelease({ ...platform, feed, publicKey, fetch, signal });
      },
      quitAndInstall: () => void done.push("install"),
      setInstallOnQuit: (wanted) => void done.push(`on quit: ${wanted}`),
    },
    settings: {
      get: () => settings,
      set: (next) => {
        settings = next;
      },
    },
    fetch,
    async stopWhenIdle(signal) {
      while (isBusy) await pause(5, undefined, { signal });
      done.push("stop");
    },
    clock: { now: Date.now },
    logger: SILENT,
    onChange: () => undefined,
  });
  onTestFinished(() => updates.close());
  return updates;
}

/** The same, with version 2.0.0 downloaded. */
async function openReady(): Promise<Updates> {
  server.publish({ version: "2.0.0" });
  const updates = open();
  await updates.check();
  expect(await updates.download()).toMatchObject({ state: "ready", progress: null, error: null });
  return updates;
}

it("stops once no client waits for a response, then installs", async () => {
  const updates = await openReady();
  isBusy = true;
  expect(updates.install("now").state).toBe("waiting");
  // A second request, a check and a download change nothing while it waits.
  updates.install("now");
  expect((await updates.check()).state).toBe("waiting");
  expect((await updates.download()).state).toBe("waiting");
  expect(done).toEqual(["download"]);
  isBusy = false;
  await expect.poll(() => done).toEqual(["download", "stop", "install"]);
  expect(updates.status().state).toBe("installing");
});

it("can be postponed while it waits, and ends with the application", async () => {
  const updates = await openReady();
  isBusy = true;
  updates.install("now");
  updates.postpone();
  await expect.poll(() => updates.status()).toMatchObject({ state: "ready", error: null });
  updates.install("now");
  await updates.close();
  isBusy = false;
  await expect.poll(() => updates.status().state).toBe("ready");
  expect(done).not.toContain("install");
});

it("installs when the application quits if the owner chose that", async () => {
  const updates = await openReady();
  expect(updates.install("quit")).toMatchObject({ state: "ready", installsOnQuit: true });
  expect(updates.postpone()).toMatchObject({ installsOnQuit: false });
  expect(done).toEqual(["download", "on quit: true", "on quit: false"]);
});

it("keeps the release that was found if the download fails", async () => {
  server.publish({ version: "2.0.0" });
  const updates = open();
  await updates.check();
  server.publish({ version: "2.0.1", key: null });
  await expect(updates.download()).rejects.toMatchObject({ details: { reason: "update_not_signed" } });
  expect(updates.status()).toMatchObject({
    state: "available",
    release: { version: "2.0.0" },
    progress: null,
    error: { details: { reason: "update_not_signed" } },
  });
  expect(() => updates.install("now")).toThrow("no update");
});

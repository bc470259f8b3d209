import { spawnSync } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { dataFiles } from "../../electron/platform/paths.ts";
import { root, sandboxArguments } from "../../scripts/tools.ts";
import { expect, test } from "../fixtures.ts";
import { call, capture, connectHttp, connectStdio } from "../testing/clients.ts";
import { readEndpoint, waitFor, waitForEndpoint } from "../testing/data-folder.ts";
import { environment, run } from "../testing/programs.ts";

const unpacked = path.join(root, "release", "linux-unpacked");
const program = path.join(unpacked, "recollect");
const shim = {
  command: program,
  args: [path.join(unpacked, "resources", "app.asar", "dist", "shim", "recollect-shim.mjs")],
  env: { ELECTRON_RUN_AS_NODE: "1" },
};

/** The fuse wire contains "1" for an enabled fuse. */
const FUSE_ON = "1".charCodeAt(0);

test.describe("the packaged application", () => {
  test.skip(process.platform !== "linux", "other systems package on their own machines");
  test.beforeAll(() => {
    test.setTimeout(600_000);
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, "scripts", "package.ts"), "--dir"], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  });

  test("starts, serves, opens its database and contains its model and shim", async ({ folder }) => {
    const app = run(program, [...sandboxArguments(), "--hidden"], environment(folder));
    const client = await connectHttp(await waitForEndpoint(folder), "e2e-client");
    const { content, id } = await capture(client, "The packaged application remembers");
    const { index } = await waitFor("a vector", async () => {
      const status = await call<{ index: { vectors: { ready: number; state: string } } }>(client, "memory_status", {});
      return status.index.vectors.ready > 0 ? status : null;
    });
    expect(index.vectors.state).toBe("ready");
    await client.close();

    const throughShim = await connectStdio(folder, "e2e-shim", shim);
    expect(await call(throughShim, "get_memory", { id })).toMatchObject({ memory: { content } });
    await throughShim.close();

    app.process.kill("SIGTERM");
    expect(await app.exited).toBe(0);
    await expect(readEndpoint(folder)).rejects.toThrow();
    // Nothing but the request log's thread makes its file: it runs out of the archive.
    expect((await stat(dataFiles(folder).requests)).size).toBeGreaterThan(0);
  });

  test("is started by its shim when it does not run", async ({ folder }) => {
    const client = await connectStdio(folder, "e2e-shim", { ...shim, env: { ...shim.env, DISPLAY: "" } });
    expect(await capture(client, "Started on demand")).toMatchObject({ revision: 1 });
    await client.close();
    process.kill((await readEndpoint(folder)).pid, "SIGTERM");
  });

  test("configures clients with the AppImage and a copy of the shim", async ({ folder }) => {
    // Imitates the image's runtime: mounts the image, sets the mount point, and runs the application inside.
    const image = path.join(folder, "Recollect.AppImage");
    const sandbox = sandboxArguments().join(" ");
    await writeFile(
      image,
      `#!/bin/sh\nexport APPIMAGE="${image}" APPDIR="${unpacked}"\n` +
        `if [ -n "$ELECTRON_RUN_AS_NODE" ]; then exec "${program}" "$@"; else exec "${program}" ${sandbox} "$@"; fi\n`,
      { mode: 0o755 },
    );
    const app = run(image, ["--hidden"], environment(folder));
    await waitForEndpoint(folder);
    const copied = { command: image, args: [path.join(folder, "shim", "recollect-shim.mjs")], env: shim.env };
    const client = await connectStdio(folder, "e2e-shim", copied);
    const { id } = await capture(client, "Captured through the copy");
    await client.close();
    app.process.kill("SIGTERM");
    expect(await app.exited).toBe(0);

    const again = await connectStdio(folder, "e2e-shim", copied);
    expect(await call(again, "get_memory", { id })).toMatchObject({ memory: { content: "Captured through the copy" } });
    await again.close();
    process.kill((await readEndpoint(folder)).pid, "SIGTERM");
  });

  test("runs no code from the command line or the environment", async ({ folder }) => {
    const wire = await getCurrentFuseWire(program);
    const isOn = (fuse: FuseV1Options) => wire[fuse] === FUSE_ON;
    expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
    expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
    expect(isOn(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false);
    expect(isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
    expect(isOn(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true);

    const app = run(program, [...sandboxArguments(), "--hidden", "--inspect=0"], {
      ...environment(folder),
      NODE_OPTIONS: "--require=/does/not/exist.cjs",
    });
    await waitForEndpoint(folder);
    expect(app.output()).not.toContain("Debugger listening");
    app.process.kill("SIGTERM");
    expect(await app.exited).toBe(0);
  });
});

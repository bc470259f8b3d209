import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";
import { createKeychain, type Keychain } from "./keychain.ts";

const PASSWORD = "the test's own";

/** Whether a real keyring can be run here: GNOME's, on a bus of its own. */
export const canRunKeyring: boolean =
  process.platform === "linux" &&
  ["gnome-keyring-daemon", "dbus-daemon", "dbus-send"].every(
    (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined,
  );

/** A desktop session with a bus of its own, away from the one the tests run in. */
export interface TestSession {
  readonly env: NodeJS.ProcessEnv;
  /** As the application finds it. */
  keychain(): Keychain;
}

export interface TestKeyring extends TestSession {
  lock(): void;
  /** As the next login does. */
  unlock(): Promise<void>;
}

/** A session whose bus offers no keyring. */
export async function openSession(): Promise<TestSession> {
  const home = mkdtempSync(path.join(tmpdir(), "recollect-keyring-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const runtime = path.join(home, "run");
  mkdirSync(runtime, { mode: 0o700 });
  const configuration = path.join(home, "bus.conf");
  writeFileSync(
    configuration,
    `<busconfig><type>session</type><listen>unix:path=${runtime}/bus</listen><auth>EXTERNAL</auth>
     <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
     </busconfig>`,
  );
  const bus = spawn("dbus-daemon", ["--nofork", "--print-address", `--config-file=${configuration}`], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void bus.kill());
  const [address] = (await once(bus.stdout, "data")) as [Buffer];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: address.toString().trim(),
  };
  const helper = fileURLToPath(new URL("keychain-helper.ts", import.meta.url));
  return {
    env,
    keychain() {
      const keychain = createKeychain({ helper, env, platform: process.platform });
      if (keychain === null) throw new Error("The session has no bus.");
      onTestFinished(() => keychain.close());
      return keychain;
    },
  };
}

/** A session with GNOME's keyring in it, unlocked as a login does it. */
export async function openKeyring(): Promise<TestKeyring> {
  const session = await openSession();
  let daemon = await login(session.env);
  onTestFinished(() => void daemon.kill());
  return {
    ...session,
    lock: () => lock(session.env, ["/org/freedesktop/secrets/collection/login"]),
    async unlock() {
      daemon.kill();
      await once(daemon, "exit");
      daemon = await login(session.env);
    },
  };
}

async function login(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const daemon = spawn("gnome-keyring-daemon", ["--foreground", "--components=secrets", "--unlock"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  daemon.stdin.end(PASSWORD);
  // It answers once it is on the bus.
  await vi.waitFor(() => lock(env, []), { timeout: 10_000 });
  return daemon;
}

/** Has the Secret Service lock these collections (Secret Service API 0.2, org.freedesktop.Secret.Service.Lock). */
function lock(env: NodeJS.ProcessEnv, collections: readonly string[]): void {
  const service = ["--dest=org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock"];
  const { status, stderr } = spawnSync(
    "dbus-send",
    ["--session", "--print-reply", ...service, `array:objpath:${collections.join(",")}`],
    { env, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The keyring did not lock: ${stderr}`);
}

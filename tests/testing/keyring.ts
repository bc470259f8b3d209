import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createKeychain, type Keychain } from "../../electron/secrets/keychain.ts";

const PASSWORD = "the test's own";
const HELPER = fileURLToPath(new URL("../../electron/secrets/keychain-helper.ts", import.meta.url));
const LOGIN = "/org/freedesktop/secrets/collection/login";

/** Whether a real keyring can be run here: GNOME's, on a bus of its own. */
export const canRunKeyring: boolean =
  process.platform === "linux" &&
  ["gnome-keyring-daemon", "dbus-daemon", "dbus-send"].every(
    (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined,
  );

/** A desktop session with a bus of its own, away from the one the tests run in. */
export interface TestSession {
  readonly env: Readonly<Record<string, string>>;
  /** As the application finds it. */
  keychain(): Keychain;
  close(): void;
}

export interface TestKeyring extends TestSession {
  lock(): void;
  /** As the next login does. */
  unlock(): Promise<void>;
}

/** A session whose bus offers no keyring. */
export async function openSession(): Promise<TestSession> {
  const home = mkdtempSync(path.join(tmpdir(), "recollect-keyring-"));
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
  const [address] = (await once(bus.stdout, "data")) as [Buffer];
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: address.toString().trim(),
  };
  const opened: Keychain[] = [];
  return {
    env,
    keychain() {
      const keychain = createKeychain({ helper: HELPER, env, platform: process.platform });
      if (keychain === null) throw new Error("The session has no bus.");
      opened.push(keychain);
      return keychain;
    },
    close() {
      for (const keychain of opened) keychain.close();
      bus.kill();
      // The bus and the keyring may still write for a moment.
      rmSync(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A session with GNOME's keyring in it, unlocked as a login does it. */
export async function openKeyring(): Promise<TestKeyring> {
  const session = await openSession();
  let daemon = await login(session.env);
  return {
    ...session,
    lock: () => lock(session.env, [LOGIN]),
    async unlock() {
      daemon.kill();
      await once(daemon, "exit");
      daemon = await login(session.env);
    },
    close() {
      daemon.kill();
      session.close();
    },
  };
}

async function login(env: TestSession["env"]): Promise<ChildProcess> {
  const daemon = spawn("gnome-keyring-daemon", ["--foreground", "--components=secrets", "--unlock"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  daemon.stdin.end(PASSWORD);
  for (let attempt = 1; ; attempt += 1) {
    try {
      // It is on the bus before it has unlocked its collection with the password.
      if (isLocked(env, LOGIN)) throw new Error("The keyring is locked after the login.");
      return daemon;
    } catch (error) {
      if (attempt === 1000) throw error;
      await sleep(50);
    }
  }
}

/** @throws Error while the Secret Service is not on the bus, or has no such collection */
function isLocked(env: TestSession["env"], collection: string): boolean {
  const property = ["org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection", "string:Locked"];
  const { status, stdout, stderr } = spawnSync(
    "dbus-send",
    ["--session", "--print-reply", "--dest=org.freedesktop.secrets", collection, ...property],
    { env, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The keyring did not respond: ${stderr}`);
  return stdout.includes("boolean true");
}

/** Has the Secret Service lock these collections (Secret Service API 0.2, org.freedesktop.Secret.Service.Lock). */
function lock(env: TestSession["env"], collections: readonly string[]): void {
  const service = ["--dest=org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock"];
  const { status, stderr } = spawnSync(
    "dbus-send",
    ["--session", "--print-reply", ...service, `array:objpath:${collections.join(",")}`],
    { env, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The keyring did not lock: ${stderr}`);
}

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { KeychainRequest, KeychainResponse } from "./keychain-helper.ts";

/** The system's keychain: Keychain Services (macOS), Credential Manager (Windows), Secret Service (Linux). */
export interface Keychain {
  /** Null for an unknown account. @throws KeychainError */
  get(account: string): Promise<string | null>;
  /** Resolves once the keychain returned an equal value. @throws KeychainError */
  set(account: string, value: string): Promise<void>;
  /** Does nothing for an unknown account. @throws KeychainError */
  delete(account: string): Promise<void>;
  /** Ends all requests, such as an unanswered password dialog. */
  close(): void;
}

/** `absent`: no usable keychain; `closed`: a keychain that was not unlocked; `stopped`: the application is stopping. */
export class KeychainError extends Error {
  readonly reason: "absent" | "closed" | "stopped";

  constructor(reason: KeychainError["reason"], message: string) {
    super(message);
    this.name = "KeychainError";
    this.reason = reason;
  }
}

/** How long a person may take to answer the system's password dialog. */
const UNLOCK_TIMEOUT_MS = 120_000;
/** Error messages of a keychain that exists and was not unlocked. Any other message means that it cannot be used. */
const CLOSED = /dismissed|locked|cancel|denied|interaction|auth/i;

/**
 * Uses the keychain through a short-lived process. The system may show a password dialog, and the call returns only
 * when the dialog was answered; in this process such a call could not be ended.
 *
 * @param options.helper the path of the helper program, run by this process's own runtime
 * @returns null without a keychain: `RECOLLECT_KEYCHAIN=off`, or a Linux without a session bus
 */
export function createKeychain(options: {
  readonly helper: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}): Keychain | null {
  const env = environmentOf(options.env, options.platform);
  if (env === null) return null;
  const running = new Set<ChildProcess>();
  let isStopped = false;

  const send = (request: KeychainRequest) =>
    new Promise<string | null>((resolve, reject) => {
      const child = spawn(process.execPath, [options.helper], {
        env,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      running.add(child);
      let isLate = false;
      const timeout = setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, UNLOCK_TIMEOUT_MS);
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
      // The helper may have ended before it read the request; its `close` event reports that.
      child.stdin.on("error", () => undefined);
      child.once("error", (error) => reject(new KeychainError("absent", error.message)));
      child.once("close", () => {
        running.delete(child);
        clearTimeout(timeout);
        if (isStopped) return reject(new KeychainError("stopped", "Recollect is stopping."));
        if (isLate) return reject(new KeychainError("closed", "The keychain was not unlocked in time."));
        try {
          const response = JSON.parse(output) as KeychainResponse;
          if ("value" in response) resolve(response.value);
          else reject(new KeychainError(CLOSED.test(response.error) ? "closed" : "absent", response.error));
        } catch {
          reject(new KeychainError("absent", "The keychain's helper returned no response."));
        }
      });
      child.stdin.end(JSON.stringify(request));
    });

  return {
    get: (account) => send({ act: "get", account }),
    async set(account, value) {
      await send({ act: "set", account, value });
    },
    async delete(account) {
      await send({ act: "delete", account });
    },
    close() {
      isStopped = true;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** The helper's environment; null if it would find no keychain. */
function environmentOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): NodeJS.ProcessEnv | null {
  if (env.RECOLLECT_KEYCHAIN === "off") return null;
  const asNode = process.versions.electron === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: "1" };
  if (platform !== "linux" || env.DBUS_SESSION_BUS_ADDRESS) return asNode;
  // A service or a remote shell may lack the variable although the session's bus exists.
  const bus = env.XDG_RUNTIME_DIR && path.join(env.XDG_RUNTIME_DIR, "bus");
  return bus && existsSync(bus) ? { ...asNode, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` } : null;
}

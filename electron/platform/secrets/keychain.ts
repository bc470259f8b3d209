import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { KeychainAnswer, KeychainRequest } from "./keychain-helper.ts";

/** The system's keychain: Keychain Services (macOS), Credential Manager (Windows), Secret Service (Linux). */
export interface Keychain {
  /** Null where it holds none of this name. @throws KeychainError */
  get(account: string): Promise<string | null>;
  /** Resolved once it was read back equal. @throws KeychainError */
  keep(account: string, value: string): Promise<void>;
  /** Not there: nothing. @throws KeychainError */
  delete(account: string): Promise<void>;
  /** Ends what is under way, such as a question to the owner that nobody answered. */
  close(): void;
}

/**
 * `absent`: there is none to be used here; `closed`: there is one, and it was not opened; `stopped`: the application is
 * stopping, and the answer was not waited for.
 */
export class KeychainError extends Error {
  readonly reason: "absent" | "closed" | "stopped";

  constructor(reason: KeychainError["reason"], message: string) {
    super(message);
    this.name = "KeychainError";
    this.reason = reason;
  }
}

/** As long as a person may take to answer the system's own question for a password. */
const PATIENCE_MS = 120_000;
/** What a keychain says that is there and did not open; whatever else it says, it cannot be used. */
const CLOSED = /dismissed|locked|cancel|denied|interaction|auth/i;

/**
 * Asks the keychain by a short process of its own. The system may put a question to the owner and the call then returns
 * when it was answered, which in this process could be neither given up nor outlived by a stop.
 *
 * @param options.helper the program, run by this process's own runtime
 * @returns null where there is none to ask: switched off by `RECOLLECT_KEYCHAIN=off`, or a Linux without a session bus
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

  const ask = (request: KeychainRequest) =>
    new Promise<string | null>((resolve, reject) => {
      const child = spawn(process.execPath, [options.helper], {
        env,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      running.add(child);
      let isLate = false;
      const patience = setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, PATIENCE_MS);
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
      // It may have ended before it read the question; its end tells.
      child.stdin.on("error", () => undefined);
      child.once("error", (error) => reject(new KeychainError("absent", error.message)));
      child.once("close", () => {
        running.delete(child);
        clearTimeout(patience);
        if (isStopped) return reject(new KeychainError("stopped", "Recollect is stopping."));
        if (isLate) return reject(new KeychainError("closed", "Nobody opened the keychain."));
        try {
          const answer = JSON.parse(output) as KeychainAnswer;
          if ("value" in answer) resolve(answer.value);
          else reject(new KeychainError(CLOSED.test(answer.error) ? "closed" : "absent", answer.error));
        } catch {
          reject(new KeychainError("absent", "The keychain's helper gave no answer."));
        }
      });
      child.stdin.end(JSON.stringify(request));
    });

  return {
    get: (account) => ask({ act: "get", account }),
    async keep(account, value) {
      await ask({ act: "keep", account, value });
    },
    async delete(account) {
      await ask({ act: "delete", account });
    },
    close() {
      isStopped = true;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** The helper's environment; null where it would find nothing to ask. */
function environmentOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): NodeJS.ProcessEnv | null {
  if (env.RECOLLECT_KEYCHAIN === "off") return null;
  const asNode = process.versions.electron === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: "1" };
  if (platform !== "linux" || env.DBUS_SESSION_BUS_ADDRESS) return asNode;
  // A service or a remote shell may lack the variable where the session's bus is there all the same.
  const bus = env.XDG_RUNTIME_DIR && path.join(env.XDG_RUNTIME_DIR, "bus");
  return bus && existsSync(bus) ? { ...asNode, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` } : null;
}

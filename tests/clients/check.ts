import type { Transport } from "../../electron/core/client-connection.ts";
import type { ClientHome } from "./home.ts";
import type { LiveOptions } from "./live/live-client.ts";
import type { ProgramName } from "./programs.ts";

/** Long, because a slow start of a program is not a failure. */
export const TIMEOUT_MS = 180_000;

/** A test of a real program. `run` returns a description of the result. */
export interface Check {
  readonly program: ProgramName;
  readonly name: string;
  run(file: string, home: ClientHome): Promise<string>;
}

export const TRANSPORTS: readonly Transport[] = ["stdio", "http"];
/** The Inspector's names for the 2025 and 2026 revisions of MCP. */
export const ERAS = ["legacy", "modern"] as const;

export const optionsOf = (file: string, { env, project }: ClientHome): LiveOptions => ({
  file,
  env,
  cwd: project,
  timeoutMs: TIMEOUT_MS,
});

import { type ErrorBody, RecollectError, toErrorBody } from "./core/errors.ts";
import type { SecretsStatus } from "./core/secret-store.ts";
import type { AppStatus } from "./ipc/contract.ts";
import { closedKeychain, lostSecret } from "./platform/secrets/kept-secrets.ts";
import type { Serving } from "./serving.ts";

/** What the status is gathered from. */
export interface StatusSources {
  readonly version: string;
  readonly host: AppStatus["host"];
  readonly platform: NodeJS.Platform;
  readonly startedAt: string;
  readonly dataFolder: string;
  readonly serving: Serving;
  url(): string;
  clientsConnected(): Promise<number>;
  /** What a full check found wrong with the database; null where it is sound. */
  damage(): string | null;
  secrets(): SecretsStatus;
  /** Why requests cannot be written down; null where they are. */
  requestLog(): RecollectError | null;
}

/** Says how the application does now. */
export function createAppStatus(sources: StatusSources): () => Promise<AppStatus> {
  const { version, host, platform, startedAt, dataFolder, serving } = sources;
  return async () => ({
    version,
    host,
    platform: platform === "linux" || platform === "darwin" || platform === "win32" ? platform : "other",
    serving: serving.state(),
    problem: serving.problem(),
    url: sources.url(),
    port: serving.port(),
    startedAt,
    clientsConnected: await sources.clientsConnected(),
    dataFolder,
    alerts: alertsOf(serving.failure(), sources.damage(), sources.secrets(), sources.requestLog()),
  });
}

function alertsOf(
  failure: ErrorBody | null,
  damage: string | null,
  { problem }: SecretsStatus,
  requestLog: RecollectError | null,
): ErrorBody[] {
  const keychain = problem === null ? null : problem === "closed" ? closedKeychain() : lostSecret();
  return [
    ...(damage === null ? [] : [toErrorBody(damagedInPart(damage))]),
    ...(failure === null ? [] : [failure]),
    ...(keychain === null ? [] : [toErrorBody(keychain)]),
    ...(requestLog === null ? [] : [toErrorBody(requestLog)]),
  ];
}

function damagedInPart(finding: string): RecollectError {
  return new RecollectError("storage", `The database is damaged in part: ${finding}`, {
    hint: "Quit Recollect and start it again: it then offers to restore the newest backup. Until then `recollect export` saves what can be read.",
    details: { reason: "damaged_in_part", finding },
  });
}

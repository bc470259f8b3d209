import type { SecretsStatus } from "../core/secret-store.ts";
import { findSharedFolder } from "../platform/folder-trust.ts";
import { keychainClosed, secretLost } from "../secrets/secrets.ts";
import { type ErrorBody, type RecollectError, toErrorBody } from "../text/errors.ts";
import type { AppStatus } from "../window-api/contract.ts";
import type { Serving } from "./serving.ts";

/** The sources of the status. */
export interface StatusSources {
  readonly version: string;
  readonly host: AppStatus["host"];
  readonly platform: NodeJS.Platform;
  readonly startedAt: string;
  readonly dataFolder: string;
  readonly serving: Serving;
  url(): string;
  clientsConnected(): Promise<number>;
  /** Returns damage, repairs and failed backups of the database. */
  storage(): readonly RecollectError[];
  secrets(): SecretsStatus;
  /** Returns why the key of clients' tokens cannot be read; null if it can. */
  signingKey(): RecollectError | null;
  /** Returns why requests cannot be logged; null if they are. */
  requestLog(): RecollectError | null;
  /** The newer version that a check found; null if there is none. */
  newVersion(): string | null;
  /** Alerts about past events. */
  standing(): readonly ErrorBody[];
}

/** The status without the number of connected clients, which the request log has to read. */
export type AppState = Omit<AppStatus, "clientsConnected">;

/** Returns functions that read the current status and state of the application. */
export function createAppStatus(sources: StatusSources): { status(): Promise<AppStatus>; state(): AppState } {
  const { version, host, platform, startedAt, dataFolder, serving } = sources;
  const state = (): AppState => ({
    version,
    host,
    platform: platform === "linux" || platform === "darwin" || platform === "win32" ? platform : "other",
    serving: serving.state(),
    problem: serving.problem(),
    url: sources.url(),
    port: serving.port(),
    startedAt,
    dataFolder,
    newVersion: sources.newVersion(),
    alerts: [
      ...folderAlerts(dataFolder),
      ...alertsOf(
        serving.failure(),
        sources.storage(),
        sources.signingKey() ?? secretProblem(sources.secrets()),
        sources.requestLog(),
      ),
      ...sources.standing(),
    ],
  });
  return { state, status: async () => ({ ...state(), clientsConnected: await sources.clientsConnected() }) };
}

function folderAlerts(dataFolder: string): ErrorBody[] {
  const problem = findSharedFolder(dataFolder);
  return problem === null ? [] : [toErrorBody(problem)];
}

function alertsOf(
  failure: ErrorBody | null,
  storage: readonly RecollectError[],
  secrets: RecollectError | null,
  requestLog: RecollectError | null,
): ErrorBody[] {
  return [
    ...storage.map(toErrorBody),
    ...(failure === null ? [] : [failure]),
    ...(secrets === null ? [] : [toErrorBody(secrets)]),
    ...(requestLog === null ? [] : [toErrorBody(requestLog)]),
  ];
}

function secretProblem({ problem }: SecretsStatus): RecollectError | null {
  if (problem === "closed") return keychainClosed();
  return problem === "lost" ? secretLost() : null;
}

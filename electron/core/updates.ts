import type { ErrorBody } from "../text/errors.ts";

/**
 * Why an installation does not replace itself: no source of releases is known (`source`), it has no window, it runs from
 * its source, a package manager installed it (`package`), its folder cannot be written (`location`), or it has no key to
 * verify releases with (`unsigned`). It can still report that there is a newer version, except without a source.
 */
export const UPDATE_OBSTACLES = ["source", "headless", "development", "package", "location", "unsigned"] as const;
export type UpdateObstacle = (typeof UPDATE_OBSTACLES)[number];

/**
 * `idle`: not checked since the start. `waiting`: for requests in progress, before the restart. `installing`: the
 * application stops.
 */
export type UpdateState =
  | "idle"
  | "checking"
  | "current"
  | "available"
  | "downloading"
  | "ready"
  | "waiting"
  | "installing";

export interface UpdateStatus {
  /** The running version. */
  readonly version: string;
  /** Whether the owner agreed to checks; null while not asked. Nothing is requested before. */
  readonly agreed: boolean | null;
  /** Null if it can replace itself. */
  readonly obstacle: UpdateObstacle | null;
  /** The page with the downloads; null if it is not known. */
  readonly page: string | null;
  readonly state: UpdateState;
  /** The newer version; null if none is known. */
  readonly release: { readonly version: string; readonly notes: string } | null;
  /** In bytes, while `downloading`. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** When the last check succeeded, ISO 8601. */
  readonly checkedAt: string | null;
  /** What failed last. */
  readonly error: ErrorBody | null;
  /** Whether the update is installed when the owner quits. */
  readonly installsOnQuit: boolean;
}

/** Updates for the window and the command line. */
export interface UpdateService {
  status(): UpdateStatus;
  /** Switches checks on or off, and checks immediately. */
  setAgreed(agreed: boolean): UpdateStatus;
  /** Checks now. @throws RecollectError; also in the status */
  check(): Promise<UpdateStatus>;
  /** Downloads the release that was found. @throws RecollectError; also in the status */
  download(): Promise<UpdateStatus>;
  /** Restarts with the update as soon as no client waits for a response, or installs it when the owner quits. */
  install(when: "now" | "quit"): UpdateStatus;
  /** Does not install the update, nor wait any longer. */
  postpone(): UpdateStatus;
}

import type { ShimCommand } from "../connect/client.ts";
import type { Events } from "../core/events.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { SettingsFile } from "../platform/config.ts";
import type { DataFiles } from "../platform/paths.ts";
import type { ResourcePaths } from "../platform/resources.ts";
import type { Shutdown } from "../platform/shutdown.ts";
import type { Keychain } from "../secrets/keychain.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { DamageChoice } from "../store/lifecycle/damage.ts";
import type { HostActions } from "../window-api/app.ts";
import type { AppStatus } from "../window-api/contract.ts";
import type { LoginItem } from "../window-api/settings.ts";
import type { StandingAlerts } from "./standing-alerts.ts";

export interface ApplicationOptions {
  readonly host: AppStatus["host"];
  readonly files: DataFiles;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly version: string;
  readonly resources: ResourcePaths;
  /** How a client starts the stdio shim. */
  readonly shim: ShimCommand;
  /** Program and arguments that start this application without a window; null where they are not known. */
  readonly startCommand: readonly string[] | null;
  readonly actions: HostActions;
  readonly loginItem: LoginItem | null;
  /** Null: secrets are stored in files. */
  readonly keychain: Keychain | null;
  /** What to do with a damaged database; `ask` throws an error and changes nothing. */
  readonly ifDamaged: DamageChoice;
}

/** What every part of the application is composed from. */
export interface AppContext {
  readonly options: ApplicationOptions;
  readonly clock: Clock;
  readonly events: Events;
  readonly logger: Logger;
  readonly settings: SettingsFile;
  readonly secrets: Secrets;
  readonly standingAlerts: StandingAlerts;
  /** Each part registers here how it stops. Parts stop in reverse order. */
  readonly shutdown: Shutdown;
}

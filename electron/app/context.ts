import type { ShimCommand } from "../connect/client.ts";
import type { Events } from "../core/events.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { UpdateObstacle } from "../core/updates.ts";
import type { SettingsFile } from "../platform/config.ts";
import type { DataFiles } from "../platform/paths.ts";
import type { RecordContext } from "../platform/record-file.ts";
import type { ResourcePaths } from "../platform/resources.ts";
import type { Shutdown } from "../platform/shutdown.ts";
import type { Keychain } from "../secrets/keychain.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { DamageChoice } from "../store/lifecycle/damage.ts";
import type { Installer, UpdatesOptions } from "../updates/updates.ts";
import type { HostActions, QuickHost } from "../window-api/app.ts";
import type { RunCommand } from "../window-api/command-route.ts";
import type { AppStatus } from "../window-api/contract.ts";
import type { LoginItem } from "../window-api/settings.ts";
import type { DataVersion } from "./data-version.ts";
import type { StandingAlerts } from "./standing-alerts.ts";

/** What a host knows about updates of itself. */
export interface UpdateHost {
  /** electron-builder's `app-update.yml`, or null if `homepage` names the source. */
  readonly configFile: string | null;
  /** Of the package's manifest. */
  readonly homepage: string | undefined;
  readonly publicKey: string | null;
  readonly obstacle: UpdateObstacle | null;
  readonly installer: Installer | null;
  readonly fetch: UpdatesOptions["fetch"];
}

export interface ApplicationOptions {
  readonly host: AppStatus["host"];
  readonly files: DataFiles;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly version: string;
  readonly resources: ResourcePaths;
  /**
   * Whether clients connect soon. If so, the programs of other servers that they probably call start with the
   * application.
   */
  readonly expectsClients: boolean;
  /** How a client starts the stdio shim. */
  readonly shim: ShimCommand;
  /** Runs a command line; its modules are loaded with the first one. */
  readonly runCommand: RunCommand;
  /** Program and arguments that start this application without a window; null if they are not known. */
  readonly startCommand: readonly string[] | null;
  readonly actions: HostActions;
  readonly loginItem: LoginItem | null;
  /** Null on hosts without a quick window. */
  readonly quick: QuickHost | null;
  readonly updates: UpdateHost;
  /** Null if secrets are stored in files. */
  readonly keychain: Keychain | null;
  /** What to do with a damaged database; `ask` throws an error and changes nothing. */
  readonly ifDamaged: DamageChoice;
  /** What to do with data of a newer version; default: refuse, and change nothing. */
  readonly ifNewer?: "refuse" | "goBack";
}

/** What every part of the application is composed from. */
export interface AppContext {
  readonly options: ApplicationOptions;
  readonly clock: Clock;
  readonly events: Events;
  readonly logger: Logger;
  /** The context of the data folder's JSON files. */
  readonly records: RecordContext;
  readonly settings: SettingsFile;
  readonly secrets: Secrets;
  readonly standingAlerts: StandingAlerts;
  readonly dataVersion: DataVersion;
  /** Each part registers here how it stops. Parts stop in reverse order. */
  readonly shutdown: Shutdown;
}

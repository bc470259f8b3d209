import { parseDomain } from "../core/domain.ts";
import type { SecretsStatus } from "../core/secret-store.ts";
import { RecollectError } from "../text/errors.ts";
import type { BrowserSessions } from "./browser/sessions.ts";
import type { AppStatus, AreaHandlers } from "./contract.ts";

/** What the host can do for the person at the window. A host that cannot do it throws `unavailable` with the remedy. */
export interface HostActions {
  openDataFolder(): Promise<void>;
  openExternal(url: string): Promise<void>;
  /** Shows the system's folder dialog. Resolves to null if it was cancelled. */
  chooseFolder(): Promise<string | null>;
  /** Shows the system's file dialog. Resolves to null if it was cancelled. */
  chooseFile(): Promise<string | null>;
  /** Opens a client's deep link. Refuses schemes that belong to no known client. */
  openDeepLink(link: string): Promise<void>;
}

/** The small window over other programs, which searches and captures. */
export interface QuickHost {
  /** Whether the desktop decides which combinations of keys a program may have (Wayland). */
  readonly isUncertain: boolean;
  /** Whether the chosen combination opens the window. */
  isActive(): boolean;
  /** Makes a combination open the window, instead of the former one; null for none. @returns false if it is taken */
  setKeys(keys: string | null): boolean;
  /** Hides the window, and opens an address of the main window. */
  close(address: string | null): void;
}

export interface AppDependencies {
  readonly host: HostActions;
  /** Null on hosts without a quick window. */
  readonly quick: QuickHost | null;
  status(): Promise<AppStatus>;
  setServing(serving: boolean): Promise<void>;
  /** Returns the final name of a project that the owner's folders have. */
  projectName(name: string, host: string | null): string;
  /** Removes an alert about a past event. */
  dismissAlert(id: string): void;
}

export interface SecretDependencies {
  readonly secrets: {
    status(): SecretsStatus;
    tryAgain(): void;
    moveTo(place: SecretsStatus["place"]): Promise<void>;
  };
  readonly signingKey: { get(): Promise<unknown>; replace(): Promise<void>; failure(): RecollectError | null };
  /** Called when the signing key became readable or was replaced: configurations contain tokens that it signed. */
  onKeyChanged(): void;
}

export function createAppHandlers(dependencies: AppDependencies): AreaHandlers<"app"> {
  const { host, quick, status, setServing, projectName, dismissAlert } = dependencies;
  return {
    "app.status": () => status(),
    "app.setServing": ({ serving }) => setServing(serving).then(status),
    "app.dismissAlert": async ({ alert }) => {
      dismissAlert(alert);
      return await status();
    },
    "app.projectName": async ({ name, host }) => projectName(parseDomain(name, "name"), host),
    "app.openDataFolder": () => host.openDataFolder().then(() => null),
    "app.chooseFolder": () => host.chooseFolder(),
    "app.chooseFile": () => host.chooseFile(),
    "app.closeQuickWindow": async ({ address }) => {
      if (quick === null) throw new RecollectError("quick_window_missing", {});
      quick.close(address);
      return null;
    },
    "app.openExternal": ({ url }) => host.openExternal(url).then(() => null),
  };
}

export function createBrowserSessionHandlers(sessions: BrowserSessions): AreaHandlers<"browserSessions"> {
  return {
    "browserSessions.list": async () => sessions.list(),
    "browserSessions.signOut": async ({ id }) => {
      sessions.signOut(id);
      return sessions.list();
    },
  };
}

export function createSecretHandlers(dependencies: SecretDependencies): AreaHandlers<"secrets"> {
  const { secrets, signingKey, onKeyChanged } = dependencies;
  const status = (): SecretsStatus => {
    const { problem, ...rest } = secrets.status();
    const failure = signingKey.failure();
    if (problem !== null || failure === null) return { ...rest, problem };
    return { ...rest, problem: failure.details?.reason === "signing_key_missing" ? "missing" : "damaged" };
  };
  return {
    "secrets.status": async () => status(),
    "secrets.tryAgain": async () => {
      secrets.tryAgain();
      await signingKey.get();
      onKeyChanged();
      return status();
    },
    "secrets.move": ({ place }) => secrets.moveTo(place).then(status),
    "secrets.replaceKey": async () => {
      await signingKey.replace();
      onKeyChanged();
      return status();
    },
  };
}

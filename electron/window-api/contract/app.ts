import { z } from "zod";
import { THEMES } from "../../core/preferences.ts";
import { QUICK_KEYS } from "../../core/quick-keys.ts";
import { SECRET_PLACES, type SecretsStatus } from "../../core/secret-store.ts";
import { SECRET_ACTIONS, type SecretPolicy } from "../../core/secrets/policy.ts";
import type { UpdateStatus } from "../../core/updates.ts";
import type { ErrorBody } from "../../text/errors.ts";
import { LANGUAGE_CHOICES } from "../../text/language.ts";
import { method, nothing } from "./method.ts";

const theme = z.enum(THEMES);
const language = z.enum(LANGUAGE_CHOICES);
const secretAction = z.enum(SECRET_ACTIONS);
const secretPolicy = z.object({
  action: secretAction,
  domains: z
    .record(z.string().min(1).max(200), secretAction)
    .refine((domains) => Object.keys(domains).length <= 200, "has more than 200 domains"),
  personalData: z.boolean(),
});
const savedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  /** The window's address with its filters, `#/memories/all?tag=db`. */
  address: z.string().startsWith("#/memories").max(4000),
});

/** The application, its settings, and what it stores for its window. */
export const appMethods = {
  "app.status": method<AppStatus>()(nothing),
  "app.setServing": method<AppStatus>()({ serving: z.boolean() }),
  /** Removes an alert about a past event, by `details.alert`. */
  "app.dismissAlert": method<AppStatus>()({ alert: z.string().max(60) }),
  /** The name of a project's folder; a name that another host had first is preceded by the host. */
  "app.projectName": method<string>()({ name: z.string().max(2000), host: z.string().max(300).nullable() }),
  "app.openDataFolder": method<null>()(nothing),
  /** Hides the quick window, and opens an address of the main window. */
  "app.closeQuickWindow": method<null>()({ address: z.string().startsWith("#/").max(2000).nullable() }),
  "app.openExternal": method<null>()({ url: z.url({ protocol: /^https?$/ }) }),
  /** Shows the system's folder dialog. Resolves to null if it was cancelled. Only a desktop has one. */
  "app.chooseFolder": method<string | null>()(nothing),

  /** Shows the system's file dialog. Resolves to null if it was cancelled. */
  "app.chooseFile": method<string | null>()(nothing),

  "views.list": method<readonly SavedView[]>()(nothing),
  /** Replaces the list: one method to save, rename, remove and reorder. */
  "views.replace": method<readonly SavedView[]>()({ views: z.array(savedView).max(200) }),

  /** Keys of the findings that the owner dismissed. The window makes the keys. */
  "health.dismissed": method<readonly string[]>()(nothing),
  "health.setDismissed": method<readonly string[]>()({
    keys: z.array(z.string().min(1).max(120)).min(1).max(1000),
    dismissed: z.boolean(),
  }),

  /** The tabs that are signed in to the interface in a browser. The desktop application has none. */
  "browserSessions.list": method<readonly BrowserSession[]>()(nothing),
  /** Signs one tab out, or all of them with `id: null`. */
  "browserSessions.signOut": method<readonly BrowserSession[]>()({ id: z.string().max(60).nullable() }),

  "secrets.status": method<SecretsStatus>()(nothing),
  /** Tries a locked keychain again. */
  "secrets.tryAgain": method<SecretsStatus>()(nothing),
  "secrets.move": method<SecretsStatus>()({ place: z.enum(SECRET_PLACES) }),
  /** Replaces an unreadable signing key: every client must be connected again. */
  "secrets.replaceKey": method<SecretsStatus>()(nothing),

  "settings.get": method<Settings>()(nothing),
  "settings.update": method<Settings>()({
    port: z.number().int().min(1024).max(65_535).optional(),
    theme: theme.optional(),
    language: language.optional(),
    startAtLogin: z.boolean().optional(),
    /** A combination that opens the quick window; null for none. */
    quickKeys: z.string().regex(QUICK_KEYS).nullable().optional(),
    secrets: secretPolicy.optional(),
    /** Whether it is recorded which memories clients get and use. Off: deletes the records. */
    use: z.boolean().optional(),
  }),

  // Updates of the application. Each method returns the new status.
  "updates.status": method<UpdateStatus>()(nothing),
  /** Nothing is requested from the network before the owner agreed. */
  "updates.setAgreed": method<UpdateStatus>()({ agreed: z.boolean() }),
  "updates.check": method<UpdateStatus>()(nothing),
  "updates.download": method<UpdateStatus>()(nothing),
  /** `now`: once no client waits for a response. */
  "updates.install": method<UpdateStatus>()({ when: z.enum(["now", "quit"]) }),
  "updates.postpone": method<UpdateStatus>()(nothing),
} as const;

export type ServingState = "serving" | "paused" | "failed";

export interface AppStatus {
  readonly version: string;
  readonly host: "desktop" | "headless";
  readonly platform: "linux" | "darwin" | "win32" | "other";
  readonly serving: ServingState;
  /** Why it failed, where `serving` is `failed`. */
  readonly problem: string | null;
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  readonly port: number;
  readonly startedAt: string;
  /** Clients with an open session or a request in the last few minutes. */
  readonly clientsConnected: number;
  readonly dataFolder: string;
  /** A newer version that can be downloaded or installed; null if none is known. */
  readonly newVersion: string | null;
  /**
   * Problems that the owner can fix, worst first; `details.reason` names each. One with `details.alert` is about a past
   * event and stands until it is dismissed.
   */
  readonly alerts: readonly ErrorBody[];
}

/** A tab that is signed in to the interface in a browser. Times are ISO 8601. */
export interface BrowserSession {
  readonly id: string;
  readonly createdAt: string;
  /** The current time while the tab is open. */
  readonly lastUsedAt: string;
}

interface QuickWindowState {
  /** False while another program uses the combination. */
  readonly isActive: boolean;
  /** Whether the desktop decides which combinations a program may have, without a notice (Wayland). */
  readonly isUncertain: boolean;
}

export interface Settings {
  readonly port: number;
  readonly theme: z.infer<typeof theme>;
  /** Of the window: a BCP 47 tag, or the system's. */
  readonly language: z.infer<typeof language>;
  readonly startAtLogin: boolean;
  /** False if the host has no login item (headless, some desktops). */
  readonly canStartAtLogin: boolean;
  /** The combination of keys that opens the quick window; null if it is off. */
  readonly quickKeys: string | null;
  /** Null on hosts without a quick window. */
  readonly quickWindow: QuickWindowState | null;
  readonly dataFolder: string;
  /** What happens to secrets in memories. */
  readonly secrets: SecretPolicy;
  /** Whether it is recorded which memories clients get and use. */
  readonly use: boolean;
  /** True where the port was changed and the change takes effect at the next start. */
  readonly restartNeeded: boolean;
}

export type SavedView = z.infer<typeof savedView>;

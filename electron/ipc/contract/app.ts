import { z } from "zod";
import type { ErrorBody } from "../../core/errors.ts";
import type { SecretsStatus } from "../../core/secret-store.ts";
import { method, nothing } from "./method.ts";

const theme = z.enum(["system", "light", "dark"]);
const language = z.enum(["system", "en", "zh-CN"]);
const savedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  /** The window's address with its filters, `#/memories/all?tag=db`. */
  address: z.string().startsWith("#/memories").max(4000),
});

/** The application itself, and what it keeps for its window. */
export const appMethods = {
  "app.status": method<AppStatus>()(nothing),
  "app.setServing": method<AppStatus>()(z.object({ serving: z.boolean() })),
  "app.openDataFolder": method<null>()(nothing),
  "app.openExternal": method<null>()(z.object({ url: z.url({ protocol: /^https?$/ }) })),
  /** Has the person choose a folder; null where they chose none. Only a desktop has such a dialog. */
  "app.chooseFolder": method<string | null>()(nothing),

  /** The same for a file. */
  "app.chooseFile": method<string | null>()(nothing),

  "views.list": method<readonly SavedView[]>()(nothing),
  /** The whole list in its new order: saving, renaming, removing and moving are one. */
  "views.replace": method<readonly SavedView[]>()(z.object({ views: z.array(savedView).max(200) })),

  /** What the owner looked at and let be, as keys the window makes. */
  "health.dismissed": method<readonly string[]>()(nothing),
  "health.setDismissed": method<readonly string[]>()(
    z.object({ keys: z.array(z.string().min(1).max(120)).min(1).max(1000), dismissed: z.boolean() }),
  ),

  "secrets.status": method<SecretsStatus>()(nothing),
  /** Asks a keychain again that did not open. */
  "secrets.tryAgain": method<SecretsStatus>()(nothing),
  "secrets.move": method<SecretsStatus>()(z.object({ place: z.enum(["keychain", "file"]) })),
  /** Makes the key of the clients' tokens anew where it cannot be read: every client must be connected again. */
  "secrets.replaceKey": method<SecretsStatus>()(nothing),

  "settings.get": method<Settings>()(nothing),
  "settings.update": method<Settings>()(
    z.object({
      port: z.number().int().min(1024).max(65_535).optional(),
      theme: theme.optional(),
      language: language.optional(),
      startAtLogin: z.boolean().optional(),
    }),
  ),
} as const;

export type ServingState = "serving" | "paused" | "failed";

export interface AppStatus {
  readonly version: string;
  readonly host: "desktop" | "headless";
  readonly platform: "linux" | "darwin" | "win32" | "other";
  readonly serving: ServingState;
  /** Why it failed and what to do, where `serving` is `failed`. */
  readonly problem: string | null;
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  readonly port: number;
  readonly startedAt: string;
  /** Clients seen within the last few minutes or holding a session. */
  readonly clientsConnected: number;
  readonly dataFolder: string;
  /** What the owner must know and can mend, the worst first; `details.reason` says which. */
  readonly alerts: readonly ErrorBody[];
}

export interface Settings {
  readonly port: number;
  readonly theme: z.infer<typeof theme>;
  /** Of the window: a BCP 47 tag, or the system's. */
  readonly language: z.infer<typeof language>;
  readonly startAtLogin: boolean;
  /** False where the host has no login item (headless, some desktops). */
  readonly canStartAtLogin: boolean;
  readonly dataFolder: string;
  /** True when the port was changed and takes effect at the next start. */
  readonly restartNeeded: boolean;
}

export type SavedView = z.infer<typeof savedView>;

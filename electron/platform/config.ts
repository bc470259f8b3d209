import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { invalidArgument } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import { LANGUAGE_CHOICES, THEMES } from "../core/preferences.ts";
import { DEFAULT_SECRET_POLICY, SECRET_ACTIONS } from "../core/secrets/policy.ts";
import { setAside } from "../core/util/set-aside.ts";
import { writePrivateFile } from "./atomic-file.ts";

/** The port in the clients' configurations, unless the owner chooses another. */
export const DEFAULT_PORT = 7325;

/** Unknown fields are kept, so that a newer version's settings survive an older version. */
const savedSettings = z.looseObject({
  port: z.number().int().min(1024).max(65_535).default(DEFAULT_PORT),
  theme: z.enum(THEMES).default("system"),
  language: z.enum(LANGUAGE_CHOICES).default("system"),
  startAtLogin: z.boolean().default(false),
  /** Saved views of the window: an address with filters, by name. */
  views: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })).default([]),
  /** Keys of the health findings that the owner dismissed. */
  dismissed: z.array(z.string()).default([]),
  /** What happens to secrets in memories. */
  secrets: z
    .object({
      action: z.enum(SECRET_ACTIONS),
      domains: z.record(z.string(), z.enum(SECRET_ACTIONS)),
      personalData: z.boolean(),
    })
    .default(DEFAULT_SECRET_POLICY),
  /** A second place for backups. */
  backupFolder: z.string().nullable().default(null),
  /** The source of embeddings; validated where the model is opened. */
  model: z.looseObject({ kind: z.string() }).default({ kind: "bundled" }),
});

export type SavedSettings = z.output<typeof savedSettings>;
export type SettingsChanges = Partial<
  Pick<
    SavedSettings,
    "port" | "theme" | "language" | "startAtLogin" | "model" | "views" | "dismissed" | "secrets" | "backupFolder"
  >
>;

export interface SettingsFile {
  current(): SavedSettings;
  /** Validates and writes changes; an undefined field is unchanged. @throws invalid_argument; then nothing changes */
  update(changes: SettingsChanges): SavedSettings;
  /** The port to serve on: `RECOLLECT_PORT`, else the file. 0 means any free port (environment only). */
  port(): number;
  /** Whether `RECOLLECT_PORT` sets the port. */
  readonly portIsFixed: boolean;
}

/**
 * Opens `settings.json`. A damaged file is renamed with a warning, and the defaults apply.
 * @throws invalid_argument where `RECOLLECT_PORT` is not a port
 */
export function openSettings(options: {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly logger: Logger;
}): SettingsFile {
  const fixedPort = portFrom(options.env.RECOLLECT_PORT);
  let settings = readSettings(options);
  return {
    portIsFixed: fixedPort !== null,
    current: () => settings,
    port: () => fixedPort ?? settings.port,
    update(changes) {
      const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
      const result = savedSettings.safeParse({ ...settings, ...Object.fromEntries(defined) });
      if (!result.success) {
        const issue = result.error.issues[0];
        const field = String(issue?.path[0] ?? "settings");
        throw invalidArgument(field, "setting_invalid", { problem: issue?.message ?? "invalid" });
      }
      writePrivateFile(options.file, `${JSON.stringify(result.data, null, 2)}\n`);
      settings = result.data;
      return settings;
    },
  };
}

function readSettings({ file, clock, logger }: Parameters<typeof openSettings>[0]): SavedSettings {
  if (!existsSync(file)) return savedSettings.parse({});
  try {
    return savedSettings.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const aside = setAside(file, "broken", clock.now());
    logger.warn("The settings could not be read. The file was renamed and the defaults apply.", { aside, error });
    return savedSettings.parse({});
  }
}

function portFrom(value: string | undefined): number | null {
  if (value === undefined || value === "") return null;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw invalidArgument("RECOLLECT_PORT", "port_variable_invalid", { value });
}

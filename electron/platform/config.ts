import { existsSync, readFileSync, renameSync } from "node:fs";
import { z } from "zod";
import { invalidArgument } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import { writePrivateFile } from "./atomic-file.ts";

/** The port that clients' configurations hold unless the owner chooses another. */
export const DEFAULT_PORT = 7325;

/** What a newer version wrote is kept, so that going back and forth loses nothing. */
const savedSettings = z.looseObject({
  port: z.number().int().min(1024).max(65_535).default(DEFAULT_PORT),
  theme: z.enum(["system", "light", "dark"]).default("system"),
  language: z.enum(["system", "en", "zh-CN"]).default("system"),
  startAtLogin: z.boolean().default(false),
  /** Saved views of the window: an address with filters, by name. */
  views: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })).default([]),
  /** Findings about memories that the owner let be, as keys. */
  dismissed: z.array(z.string()).default([]),
  /** Where vectors come from; checked by whoever opens it. */
  model: z.looseObject({ kind: z.string() }).default({ kind: "bundled" }),
});

export type SavedSettings = z.output<typeof savedSettings>;
export type SettingsChanges = Partial<
  Pick<SavedSettings, "port" | "theme" | "language" | "startAtLogin" | "model" | "views" | "dismissed">
>;

export interface SettingsFile {
  current(): SavedSettings;
  /** Validates, writes atomically, and answers what holds now. @throws invalid_argument; then nothing changes */
  update(changes: SettingsChanges): SavedSettings;
  /** The port to serve on: `RECOLLECT_PORT` beats the file. 0 means any free one (environment only). */
  port(): number;
  /** True where `RECOLLECT_PORT` decides. */
  readonly portIsFixed: boolean;
}

/**
 * Opens `settings.json`. A file that cannot be read is set aside beside itself with a warning, and the defaults hold.
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
      const result = savedSettings.safeParse({ ...settings, ...changes });
      if (!result.success) {
        const issue = result.error.issues[0];
        const field = String(issue?.path[0] ?? "settings");
        throw invalidArgument(field, `${field} cannot be set to this: ${issue?.message ?? "invalid"}.`);
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
    const aside = `${file}.broken-${new Date(clock.now()).toISOString().replace(/[:.]/g, "-")}`;
    renameSync(file, aside);
    logger.warn("The settings could not be read; the defaults hold. The file was set aside.", { aside, error });
    return savedSettings.parse({});
  }
}

function portFrom(value: string | undefined): number | null {
  if (value === undefined || value === "") return null;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw invalidArgument("RECOLLECT_PORT", `RECOLLECT_PORT is "${value}", which is not a port.`, "Use 1024 to 65535.");
}

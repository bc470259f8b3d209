import { z } from "zod";
import { MEMORY_CLIENTS } from "../core/client-memories.ts";
import { DEFAULT_CONVERSATION_SETTINGS } from "../core/conversations.ts";
import { THEMES } from "../core/preferences.ts";
import { QUICK_KEYS } from "../core/quick-keys.ts";
import { DEFAULT_SECRET_POLICY, SECRET_ACTIONS } from "../core/secrets/policy.ts";
import { isRecord } from "../core/util/is-record.ts";
import { describeProblem } from "../core/util/schema-problem.ts";
import { RecollectError } from "../text/errors.ts";
import { LANGUAGE_CHOICES } from "../text/language.ts";
import { parseJson, type RecordContext, RecordFile } from "./record-file.ts";

/** The port in the clients' configurations, unless the owner chooses another. */
export const DEFAULT_PORT = 7325;

/** Unknown fields are kept, so that a newer version's settings survive an older version. */
const savedSettings = z.looseObject({
  port: z.number().int().min(1024).max(65_535).default(DEFAULT_PORT),
  theme: z.enum(THEMES).default("system"),
  language: z.enum(LANGUAGE_CHOICES).default("system"),
  startAtLogin: z.boolean().default(false),
  /** The combination of keys that opens the quick window, if it is on. */
  quickKeys: z.string().regex(QUICK_KEYS).nullable().optional(),
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
  /** The clients whose conversations are read, and the excluded parts. */
  conversations: z
    .object({
      clients: z.array(z.string()),
      excludedFolders: z.array(z.string()),
      excludedProjects: z.array(z.string()),
      archives: z.array(z.object({ client: z.string(), path: z.string() })).default([]),
      retentionDays: z.number().int().min(1).nullable(),
      readingPaused: z.boolean().default(false),
      embeddingPaused: z.boolean().default(false),
      suggestions: z.boolean().default(true),
      unsuggestedProjects: z.array(z.string()).default([]),
      unsuggestedClients: z.array(z.string()).default([]),
    })
    .default({
      ...DEFAULT_CONVERSATION_SETTINGS,
      clients: [],
      excludedFolders: [],
      excludedProjects: [],
      archives: [],
      unsuggestedProjects: [],
      unsuggestedClients: [],
    }),
  /** Whether it is recorded which memories clients get and use. */
  use: z.boolean().default(true),
  /** Which clients' own memories, and which sections of instruction files, are watched. */
  clientMemories: z
    .object({
      clients: z.array(z.enum(MEMORY_CLIENTS)),
      files: z.array(z.object({ path: z.string(), sections: z.array(z.string()).nullable() })),
    })
    .default({ clients: [], files: [] }),
  /** The domains that former names mean, by the name. */
  formerNames: z.record(z.string(), z.string()).optional(),
  /** A second place for backups. */
  backupFolder: z.string().nullable().default(null),
  /** Whether the owner agreed to checks for updates (null if not asked), and when the last one succeeded. */
  updates: z
    .object({ agreed: z.boolean().nullable(), checkedAt: z.string().nullable() })
    .default({ agreed: null, checkedAt: null }),
  /** The source of embeddings; validated when the model is opened. */
  model: z.looseObject({ kind: z.string() }).default({ kind: "bundled" }),
});

export type SavedSettings = z.output<typeof savedSettings>;
export type SettingsChanges = Partial<
  Pick<
    SavedSettings,
    | "port"
    | "theme"
    | "language"
    | "startAtLogin"
    | "quickKeys"
    | "model"
    | "views"
    | "dismissed"
    | "secrets"
    | "conversations"
    | "use"
    | "clientMemories"
    | "formerNames"
    | "backupFolder"
    | "updates"
  >
>;

export interface SettingsFile {
  current(): SavedSettings;
  /** Validates and writes changes; an undefined field is unchanged. @throws invalid_argument; then nothing changes */
  update(changes: SettingsChanges): SavedSettings;
  /** The port to serve on: `RECOLLECT_PORT`, or the port in the file. 0 means any free port (environment only). */
  port(): number;
  /** Whether `RECOLLECT_PORT` sets the port. */
  readonly portIsFixed: boolean;
}

/**
 * Opens `settings.json`. A copy of a damaged file is kept; a field that cannot be read has its default.
 * @throws invalid_argument if `RECOLLECT_PORT` is not a port
 */
export function openSettings(
  options: RecordContext & { readonly file: string; readonly env: NodeJS.ProcessEnv },
): SettingsFile {
  const fixedPort = portFrom(options.env.RECOLLECT_PORT);
  const file = new RecordFile<SavedSettings>({
    ...options,
    schema: savedSettings,
    empty: savedSettings.parse({}),
    salvage(text) {
      const value = parseJson(text);
      return isRecord(value) ? savedSettings.parse(legibleFields(value).legible) : null;
    },
    damage(setAside, text) {
      const value = parseJson(text);
      const fields = isRecord(value) ? legibleFields(value).damaged.join(", ") : "";
      return new RecollectError("settings_damaged", { fields, setAside });
    },
  });
  return {
    portIsFixed: fixedPort !== null,
    current: () => file.content,
    port: () => fixedPort ?? file.content.port,
    update(changes) {
      const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
      const result = savedSettings.safeParse({ ...file.content, ...Object.fromEntries(defined) });
      if (!result.success) {
        const issue = result.error.issues[0];
        const field = String(issue?.path[0] ?? "settings");
        throw new RecollectError("setting_invalid", { problem: describeProblem(issue) }, { field });
      }
      file.change(() => result.data);
      return result.data;
    },
  };
}

/** Leaves out the fields, and the items of lists, that cannot be read. */
function legibleFields(value: Readonly<Record<string, unknown>>) {
  const legible = { ...value };
  const damaged: string[] = [];
  for (const [field, schema] of Object.entries(savedSettings.shape)) {
    const given = value[field];
    if (schema.safeParse(given).success) continue;
    damaged.push(field);
    const items = Array.isArray(given) ? given.filter((item) => schema.safeParse([item]).success) : [];
    if (items.length > 0) legible[field] = items;
    else delete legible[field];
  }
  return { legible, damaged };
}

function portFrom(value: string | undefined): number | null {
  if (value === undefined || value === "") return null;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new RecollectError("port_variable_invalid", { value }, { field: "RECOLLECT_PORT" });
}

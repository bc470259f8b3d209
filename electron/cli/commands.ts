import type { CommandName } from "../text/command-line.ts";
import type { Command, CommandCatalogue } from "./command.ts";

/** Commands that the entry runs without this parser. */
export const OTHER_COMMANDS = ["serve", "mcp", "hook"] as const;

/** The commands in the order of the help, by the groups of the help. */
export const GROUPS = {
  start: ["setup", "status", "today", "open", "doctor"],
  memories: ["add", "list", "search", "show", "edit", "move", "tag", "pin", "delete", "restore", "undo"],
  organise: ["inbox", "projects", "namespaces", "conversations", "client-memories"],
  assistants: ["clients", "connect", "disconnect", "plugins", "servers", "instructions", "hooks", "log"],
  data: ["export", "import", "backup", "spaces", "remote-projects"],
  program: ["settings", "update", "new-key", "completion", ...OTHER_COMMANDS],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

type Loaded = Exclude<CommandName, (typeof OTHER_COMMANDS)[number]>;

/** Loads one command: a command line runs one, and loading all of them takes longer than most of them. */
const LOADERS: Readonly<Record<Loaded, () => Promise<Command>>> = {
  add: async () => (await import("./commands/add.ts")).add,
  backup: async () => (await import("./commands/backup.ts")).backup,
  "client-memories": async () => (await import("./commands/client-memories.ts")).clientMemories,
  clients: async () => (await import("./commands/clients.ts")).clients,
  completion: async () => (await import("./commands/completion.ts")).completion,
  connect: async () => (await import("./commands/connect.ts")).connect,
  conversations: async () => (await import("./commands/conversations.ts")).conversations,
  delete: async () => (await import("./commands/delete.ts")).deleteMemories,
  disconnect: async () => (await import("./commands/connect.ts")).disconnect,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  edit: async () => (await import("./commands/edit.ts")).edit,
  export: async () => (await import("./commands/export.ts")).exportMemories,
  hooks: async () => (await import("./commands/hooks.ts")).hooks,
  import: async () => (await import("./commands/import.ts")).importMemories,
  inbox: async () => (await import("./commands/inbox.ts")).inbox,
  instructions: async () => (await import("./commands/instructions.ts")).instructions,
  list: async () => (await import("./commands/list.ts")).list,
  log: async () => (await import("./commands/log.ts")).log,
  move: async () => (await import("./commands/change.ts")).move,
  namespaces: async () => (await import("./commands/places.ts")).namespaces,
  "new-key": async () => (await import("./commands/new-key.ts")).newKey,
  open: async () => (await import("./commands/open.ts")).open,
  pin: async () => (await import("./commands/change.ts")).pin,
  plugins: async () => (await import("./commands/plugin.ts")).plugins,
  projects: async () => (await import("./commands/places.ts")).projects,
  "remote-projects": async () => (await import("./commands/remote-projects.ts")).remoteProjects,
  restore: async () => (await import("./commands/delete.ts")).restore,
  search: async () => (await import("./commands/search.ts")).search,
  servers: async () => (await import("./commands/servers.ts")).servers,
  settings: async () => (await import("./commands/settings.ts")).settings,
  setup: async () => (await import("./commands/setup.ts")).setup,
  show: async () => (await import("./commands/show.ts")).show,
  spaces: async () => (await import("./commands/space.ts")).spaces,
  status: async () => (await import("./commands/status.ts")).status,
  tag: async () => (await import("./commands/change.ts")).tag,
  today: async () => (await import("./commands/today.ts")).today,
  undo: async () => (await import("./commands/undo.ts")).undo,
  update: async () => (await import("./commands/update.ts")).update,
};

/** Former names of commands, which still work, and the words that replace them. */
export const FORMER_NAMES: CommandCatalogue["formerNames"] = {
  capture: ["add"],
  domains: ["projects"],
  space: ["spaces"],
  /** `domain remote <ACTION>`. */
  domain: (args) => ["remote-projects", ...args.toSpliced(args.indexOf("remote"), args.includes("remote") ? 1 : 0)],
  trash: ["delete"],
  unpin: ["pin", "--off"],
  plugin: pluginWords,
};

/** `plugin [CLIENT] [--remove | --status]`. */
function pluginWords(args: readonly string[]): readonly string[] {
  const isRemoval = args.some((word) => word === "--remove" || word === "-r");
  const isStatus = args.some((word) => word === "--status" || word === "-s");
  const rest = args.filter((word) => !["--remove", "-r", "--status", "-s"].includes(word));
  const hasClient = rest.some((word) => !word.startsWith("-"));
  return ["plugins", isStatus || !hasClient ? "list" : isRemoval ? "remove" : "install", ...rest];
}

/** The commands, for the commands that need to know them. */
export const CATALOGUE: CommandCatalogue = { groups: GROUPS, formerNames: FORMER_NAMES, load: loadCommand };

/** Returns a command by its present name; null if there is none. */
export async function loadCommand(name: string): Promise<Command | null> {
  return Object.hasOwn(LOADERS, name) ? await LOADERS[name as Loaded]() : null;
}

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type ConnectionPreview, TRANSPORTS, type Transport } from "../../core/client-connection.ts";
import type { InstructionPreview } from "../../core/instructions.ts";
import type { PluginAction, PluginFileChange, PluginInfo, PluginPreview, PluginState } from "../../core/plugin.ts";
import { type RecordContext, RecordFile } from "../../platform/record-file.ts";
import { RecollectError } from "../../text/errors.ts";
import { dataFolderVariables, type Machine, type ShimCommand } from "../client.ts";
import { findProgram } from "../install/client-file.ts";
import {
  backupPathOf,
  formerText,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../install/configuration-file.ts";
import type { Connections } from "../install/connections.ts";
import { PlanStore } from "../install/plan-store.ts";
import { inFile } from "../install/refusal.ts";
import type { Instructions } from "../instructions/instructions.ts";
import { CLIENTS } from "../registry.ts";
import { writeCommand } from "../write-command.ts";
import { launcherPath, startFile } from "./launcher.ts";
import type { PluginFiles, PluginPlace, PluginSkill, PluginStep, PluginSystem } from "./plugin.ts";
import { runCommand } from "./run-command.ts";
import { agentPlugins } from "./systems/agent-plugins.ts";
import { claudeCodePlugin } from "./systems/claude-code.ts";
import { codexPlugin } from "./systems/codex.ts";
import { copilotCliPlugin } from "./systems/copilot-cli.ts";
import { cursorPlugin } from "./systems/cursor.ts";
import { geminiCliPlugin } from "./systems/gemini-cli.ts";
import { opencodePlugin } from "./systems/opencode.ts";
import { qwenCodePlugin } from "./systems/qwen-code.ts";
import { vscodePlugin } from "./systems/vscode.ts";
import { hasFiles, readText, writeFolder } from "./write-folder.ts";

/** The plugin systems, the most used first. */
export const PLUGIN_SYSTEMS: readonly PluginSystem[] = [
  claudeCodePlugin,
  codexPlugin,
  geminiCliPlugin,
  qwenCodePlugin,
  opencodePlugin,
  cursorPlugin,
  vscodePlugin,
  copilotCliPlugin,
  agentPlugins,
];

const loadDifference = () => import("../install/difference.ts");

/** The records of replaced settings, in the data folder: `{ [clientId]: Replaced }`. */
const RECORD_FILE = "plugins.json";
/** The kind of the hooks in Claude Code's settings, which a plugin replaces. */
const SETTINGS_HOOKS = { kind: "claude-hooks", scope: "user" } as const;

/** The settings that plugins replaced, by client, which are restored when a plugin is removed. */
const replacedByClient = z.record(
  z.string(),
  z.object({
    /** The transport of the entry in the client's file; null if there was none. */
    transport: z.enum(TRANSPORTS).nullable(),
    /** Whether Claude Code's settings had our hooks. */
    settingsHooks: z.boolean(),
  }),
);
type ReplacedByClient = z.output<typeof replacedByClient>;

export interface PluginDependencies extends Machine, RecordContext {
  readonly connections: Pick<Connections, "list" | "planConnect" | "planDisconnect" | "apply" | "transportOf">;
  readonly instructions: Pick<Instructions, "list" | "plan" | "apply">;
  readonly version: string;
  /** The command that starts the shim of this installation. */
  readonly shim: ShimCommand;
  skills(): Promise<readonly PluginSkill[]>;
  /** The folder for generated plugins. */
  readonly folder: string;
  /** The folder for backups of changed files. */
  readonly backupFolder: string;
  newId(): string;
}

interface PluginPlan {
  readonly preview: PluginPreview;
  readonly system: PluginSystem;
  readonly files: PluginFiles;
  readonly steps: readonly PluginStep[];
}

/** Planned changes of the client's file and settings. `transport` is null if our entry does not change. */
interface Replacement {
  readonly transport: Transport | null;
  readonly connection: ConnectionPreview | null;
  readonly hooks: InstructionPreview | null;
}

/**
 * Generates, installs, updates and removes the plugins of clients, for the window and the command line: plan, show the
 * preview, then apply the plan by its id. A plugin replaces our entry in the client's file, and removing it restores
 * it.
 */
export class Plugins {
  readonly #dependencies: PluginDependencies;
  readonly #plans = new PlanStore<PluginPlan>();
  readonly #replaced: RecordFile<ReplacedByClient>;

  constructor(dependencies: PluginDependencies) {
    this.#dependencies = dependencies;
    const file = path.join(dependencies.folder, RECORD_FILE);
    this.#replaced = new RecordFile({ ...dependencies, file, schema: replacedByClient, empty: {}, isShared: true });
  }

  async list(): Promise<PluginInfo[]> {
    const connected = await this.#connectedClients();
    const skills = await this.#dependencies.skills();
    return PLUGIN_SYSTEMS.map((system) => ({
      clientId: system.clientId,
      title: titleOf(system),
      state: this.#stateOf(system, this.#build(system, skills), connected),
      hasHooks: system.hasHooks,
      folder: this.#place(system).folder,
    }));
  }

  /** Plans to install or update a client's plugin, or to remove it; changes nothing. @throws not_found, storage */
  async plan(clientId: string, action: PluginAction): Promise<PluginPreview> {
    const system = findSystem(clientId);
    const place = this.#place(system);
    const files = this.#build(system, await this.#dependencies.skills());
    const state = this.#stateOf(system, files, await this.#connectedClients());
    const missing = system.program === null || this.#find(system.program) !== null ? null : system.program;
    const removal = state === "absent" && (action === "install" || missing !== null) ? [] : system.remove(place);
    const steps = action === "remove" ? removal : [...removal, ...system.install(place)];
    // Until the person has run the commands, the client needs its entry.
    const keepsEntry = missing !== null && action === "install" && state === "absent";
    const replaced = keepsEntry ? null : await this.#planReplaced(system, action);
    const preview: PluginPreview = {
      id: this.#dependencies.newId(),
      clientId,
      title: titleOf(system),
      action: action === "remove" ? "remove" : state === "absent" ? "install" : "update",
      folder: place.folder,
      files: Object.keys(files).sort(),
      steps: [
        ...(action === "remove" ? [] : [{ kind: "generate" as const, text: place.folder }]),
        ...steps.map((step) => ({ kind: step.kind, text: this.#lineOf(step) })),
        ...(action === "remove" ? [{ kind: "delete" as const, text: place.folder }] : []),
      ],
      missingProgram: missing,
      changes: [...(await this.#changesOf(steps)), ...changesIn(replaced)],
    };
    return this.#plans.add({ preview, system, files, steps });
  }

  /**
   * Applies a plan, once. If a step of an installation or update fails, the plugin is removed, and the client's file is
   * restored.
   * @throws not_found, conflict, storage, unavailable with the output of the client's command
   */
  async apply(planId: string): Promise<PluginPreview> {
    const plan = this.#plans.take(planId);
    if (plan.preview.action === "remove") await this.#remove(plan);
    else await this.#install(plan);
    return plan.preview;
  }

  /** Writes the file by which plugins find this installation. @throws storage */
  writeStartFile(): void {
    const { folder, shim, platform } = this.#dependencies;
    const { name, text } = startFile(shim, platform);
    const file = path.join(folder, name);
    if (readText(file) === text) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }

  async #install({ preview, system, files, steps }: PluginPlan): Promise<void> {
    const place = this.#place(system);
    writeFolder(preview.folder, files);
    this.writeStartFile();
    if (preview.missingProgram === null) {
      try {
        for (const step of steps) await this.#run(step, files);
        if (!this.#isInstalled(system, place)) {
          throw new RecollectError("plugin_not_installed", { client: preview.title });
        }
      } catch (error) {
        for (const step of system.remove(place)) await this.#run(step, files).catch(() => undefined);
        if (!this.#isInstalled(system, place)) {
          rmSync(preview.folder, { recursive: true, force: true });
          if (preview.action === "update") await this.#restore(system).catch(() => undefined);
        }
        throw error;
      }
    }
    if (!this.#isInstalled(system, place)) return;
    const before = this.#replaced.content[system.clientId];
    const replacement = await this.#planReplaced(system, "install");
    // Recorded first, so that an entry that is removed can be restored after a crash.
    this.#record(system.clientId, {
      transport: replacement.transport ?? before?.transport ?? null,
      settingsHooks: replacement.hooks !== null || (before?.settingsHooks ?? false),
    });
    await this.#applyReplacement(replacement);
  }

  async #remove({ preview, system, files, steps }: PluginPlan): Promise<void> {
    if (preview.missingProgram === null) for (const step of steps) await this.#run(step, files);
    rmSync(preview.folder, { recursive: true, force: true });
    if (preview.missingProgram === null && this.#isInstalled(system, this.#place(system))) {
      throw new RecollectError("plugin_not_removed", { client: preview.title });
    }
    await this.#restore(system);
  }

  /** Restores the replaced settings. The record is kept if that fails. */
  async #restore(system: PluginSystem): Promise<void> {
    await this.#applyReplacement(await this.#planReplaced(system, "remove"));
    this.#record(system.clientId, null);
  }

  async #applyReplacement({ connection, hooks }: Replacement): Promise<void> {
    const { connections, instructions } = this.#dependencies;
    if (connection !== null) await connections.apply(connection.id);
    if (hooks !== null) instructions.apply(hooks.id);
  }

  async #run(step: PluginStep, files: PluginFiles): Promise<void> {
    switch (step.kind) {
      case "run":
        return await this.#runCommand(step.words, step.mayFail === true);
      case "copy":
        this.#checkOurs(step.path);
        return writeFolder(step.path, files);
      case "delete":
        this.#checkOurs(step.path);
        return rmSync(step.path, { recursive: true, force: true });
      case "edit": {
        const file = readConfigurationFile(step.path, null);
        const text = inFile(step.path, () => step.edit(file.text));
        if (text === file.text) return;
        const { backupFolder, clock } = this.#dependencies;
        const former = formerText(file, text, backupFolder);
        const backupPath = file.bytes === null ? null : backupPathOf(backupFolder, step.path, clock.now());
        replaceConfigurationFile(file, former, { backupPath, newMode: 0o644 });
      }
    }
  }

  async #runCommand(words: readonly string[], mayFail: boolean): Promise<void> {
    const [program = "", ...args] = words;
    const file = this.#find(program) ?? program;
    const { code, output } = await runCommand(file, args, this.#dependencies);
    if (code === 0 || mayFail) return;
    const command = writeCommand("posix", words).trimEnd();
    throw new RecollectError("plugin_command_failed", { command, output });
  }

  /** A folder of ours contains our launcher. @throws conflict */
  #checkOurs(target: string): void {
    if (!existsSync(target)) return;
    const isOurs = existsSync(path.join(target, ...launcherPath(this.#dependencies.platform).split("/")));
    if (!isOurs) throw new RecollectError("plugin_folder_foreign", { path: target });
  }

  #find(program: string): string | null {
    return findProgram(program, this.#dependencies);
  }

  #place({ clientId }: PluginSystem): PluginPlace {
    const { platform, home, env, folder } = this.#dependencies;
    return { platform, home, env, folder: path.join(folder, clientId) };
  }

  #build(system: PluginSystem, skills: readonly PluginSkill[]): PluginFiles {
    const { version, platform, env } = this.#dependencies;
    const dataFolder = dataFolderVariables(env).RECOLLECT_DATA_DIR ?? null;
    const { folder } = this.#place(system);
    return system.build({ version, platform, skills, folder, dataFolder });
  }

  #isInstalled(system: PluginSystem, place: PluginPlace): boolean {
    const evidence = system.evidence(place);
    if (evidence === null) return existsSync(place.folder);
    return readText(evidence.path)?.includes(evidence.contains) ?? false;
  }

  #stateOf(system: PluginSystem, files: PluginFiles, connected: ReadonlySet<string>): PluginState {
    const place = this.#place(system);
    if (!this.#isInstalled(system, place)) return "absent";
    return hasFiles(place.folder, files) && !connected.has(system.clientId) ? "installed" : "outdated";
  }

  async #connectedClients(): Promise<ReadonlySet<string>> {
    const clients = await this.#dependencies.connections.list();
    return new Set(clients.filter(({ state }) => state === "connected").map(({ id }) => id));
  }

  /**
   * Plans the changes of the client's file and hooks: they are removed when the plugin provides them, otherwise
   * restored. Called again after the client's commands, because these can change the same file.
   */
  async #planReplaced({ clientId, hasHooks }: PluginSystem, action: PluginAction): Promise<Replacement> {
    const { connections, instructions } = this.#dependencies;
    const choice = { clientId, scope: "user" } as const;
    const record = this.#replaced.content[clientId];
    const isConnected = (await this.#connectedClients()).has(clientId);
    const present = isConnected ? connections.transportOf(clientId) : null;
    const transport = action === "install" ? present : isConnected ? null : (record?.transport ?? null);
    const connection =
      transport === null
        ? null
        : action === "install"
          ? await connections.planDisconnect(choice)
          : await connections.planConnect({ ...choice, transport });
    const hooksState = hasHooks && clientId === "claude-code" ? await this.#settingsHooksState() : "absent";
    const changesHooks =
      action === "install" ? ["present", "outdated"].includes(hooksState) : (record?.settingsHooks ?? false);
    const hooks = changesHooks
      ? await instructions.plan({ ...SETTINGS_HOOKS, action: action === "install" ? "remove" : "write" })
      : null;
    return { transport, connection, hooks };
  }

  async #settingsHooksState(): Promise<string> {
    const files = await this.#dependencies.instructions.list();
    return files.find(({ kind }) => kind === SETTINGS_HOOKS.kind)?.state ?? "absent";
  }

  /** The changes of files by all steps together, without files that stay the same. */
  async #changesOf(steps: readonly PluginStep[]): Promise<PluginFileChange[]> {
    const { differenceOf } = await loadDifference();
    const texts = new Map<string, { readonly before: string; readonly after: string }>();
    for (const step of steps) {
      if (step.kind !== "edit") continue;
      const { before, after } = texts.get(step.path) ?? unchanged(readConfigurationFile(step.path, null).text);
      texts.set(step.path, { before, after: inFile(step.path, () => step.edit(after)) });
    }
    return [...texts]
      .filter(([, { before, after }]) => before !== after)
      .map(([file, { before, after }]) => ({ path: file, difference: differenceOf(before, after) }));
  }

  #lineOf(step: PluginStep): string {
    if (step.kind !== "run") return step.path;
    return writeCommand(this.#dependencies.platform === "win32" ? "powershell" : "posix", step.words).trimEnd();
  }

  #record(clientId: string, replaced: ReplacedByClient[string] | null): void {
    this.#replaced.change(({ [clientId]: _previous, ...others }) =>
      replaced === null ? others : { ...others, [clientId]: replaced },
    );
  }
}

function changesIn(replaced: Replacement | null): PluginFileChange[] {
  return [replaced?.connection ?? null, replaced?.hooks ?? null].flatMap((each) =>
    each === null ? [] : [{ path: each.path, difference: each.difference }],
  );
}

const unchanged = (text: string) => ({ before: text, after: text });

function titleOf({ clientId }: PluginSystem): string {
  return CLIENTS.find(({ id }) => id === clientId)?.title ?? clientId;
}

function findSystem(clientId: string): PluginSystem {
  const system = PLUGIN_SYSTEMS.find((each) => each.clientId === clientId);
  if (system !== undefined) return system;
  const known = PLUGIN_SYSTEMS.map((each) => each.clientId);
  throw new RecollectError("plugin_unknown", { id: clientId.slice(0, 60), known }, { field: "clientId" });
}

import type { Connections } from "../../connect/install/connections.ts";
import type { Plugins } from "../../connect/plugins/plugins.ts";
import type { ConnectionPreview, KnownClient } from "../../core/client-connection.ts";
import type { PluginPreview, PluginState } from "../../core/plugin.ts";
import type { CommandText } from "../../text/command-line.ts";
import { describeError } from "../../text/error-text.ts";
import { RecollectError } from "../../text/errors.ts";
import { UsageError } from "../command.ts";

/** The change that setup makes to a client. */
export interface ClientStep {
  readonly id: string;
  readonly title: string;
  /** The names by which it introduces itself. */
  readonly wireNames: readonly string[];
  /**
   * `plugin`: the plugin is installed or updated. `connect`: the client's file gets an entry. `connected`: the client
   * already has one of them. `left`: the client is not changed, and `problem` says why.
   */
  readonly action: "plugin" | "connect" | "connected" | "left";
  readonly file: string | null;
  /** For `connect`, `connected` by file, and `left` where its file could not be written. */
  readonly preview: ConnectionPreview | null;
  /** For `plugin`. */
  readonly plugin: PluginPreview | null;
  readonly problem: string | null;
}

/** Whether the step changes a client's configuration. */
export function isChange({ action }: ClientStep): boolean {
  return action === "plugin" || action === "connect";
}

/** Connects the clients of this computer, with plugins where clients have them. */
export class ClientSetup {
  readonly #connections: Connections;
  readonly #plugins: Plugins;
  readonly #filesOnly: boolean;
  readonly #text: CommandText;

  /** @param filesOnly whether no plugin is installed; an installed plugin is kept */
  constructor(connections: Connections, plugins: Plugins, filesOnly: boolean, text: CommandText) {
    this.#text = text;
    this.#connections = connections;
    this.#plugins = plugins;
    this.#filesOnly = filesOnly;
  }

  /**
   * Plans to connect the installed clients, or the named ones; changes nothing.
   * @throws UsageError for an unknown name
   */
  async plan(named: readonly string[]): Promise<readonly ClientStep[]> {
    const known = (await this.#connections.list()).filter(({ isGeneric }) => !isGeneric);
    const unknown = named.find((name) => !known.some(({ id }) => id === name));
    if (unknown !== undefined) {
      const ids = known.map(({ id }) => id).join(", ");
      throw new UsageError(this.#text.usage.unknownClient(unknown, ids));
    }
    const wanted = known.filter(({ id, installed }) => (named.length === 0 ? installed : named.includes(id)));
    const plugins = new Map((await this.#plugins.list()).map(({ clientId, state }) => [clientId, state]));
    const steps: ClientStep[] = [];
    for (const client of wanted) steps.push(await this.#planClient(client, plugins.get(client.id)));
    return steps;
  }

  /**
   * Installs the plugins and writes the files of a plan. A client whose plugin fails gets an entry in its file, and a
   * failure does not stop the other clients.
   */
  async apply(steps: readonly ClientStep[], onStep: (step: ClientStep) => void): Promise<readonly ClientStep[]> {
    const applied: ClientStep[] = [];
    for (const planned of steps) {
      const step = await this.#apply(planned);
      if (isChange(planned)) onStep(step);
      applied.push(step);
    }
    return applied;
  }

  async #apply(step: ClientStep): Promise<ClientStep> {
    try {
      if (step.action === "plugin" && step.plugin !== null) await this.#plugins.apply(step.plugin.id);
      if (step.action === "connect" && step.preview !== null) await this.#connections.apply(step.preview.id);
      return step;
    } catch (error) {
      const problem = problemOf(error, this.#text);
      if (step.action === "connect") return { ...step, action: "left", problem };
      const client = (await this.#connections.list()).find(({ id }) => id === step.id);
      if (client === undefined) return { ...step, action: "left", problem };
      return { ...(await this.#apply(await this.#planFile(client))), problem };
    }
  }

  /** @param plugin undefined if the client has none */
  async #planClient(client: KnownClient, plugin: PluginState | undefined): Promise<ClientStep> {
    if (plugin === undefined || (this.#filesOnly && plugin === "absent")) return await this.#planFile(client);
    try {
      return (await this.#planPlugin(client, plugin)) ?? (await this.#planFile(client));
    } catch (error) {
      const problem = problemOf(error, this.#text);
      return { ...(await this.#planFile(client)), problem };
    }
  }

  /** Returns null if the client's program was not found. @throws RecollectError */
  async #planPlugin({ id, title, wireNames, file }: KnownClient, state: PluginState): Promise<ClientStep | null> {
    const step = { id, title, wireNames, file, preview: null, problem: null };
    if (state === "installed") return { ...step, action: "connected", plugin: null };
    const plugin = await this.#plugins.plan(id, "install");
    return plugin.missingProgram === null ? { ...step, action: "plugin", plugin } : null;
  }

  async #planFile({ id, title, wireNames, file, writes }: KnownClient): Promise<ClientStep> {
    const step = { id, title, wireNames, file, plugin: null };
    if (!writes.user.includes("stdio")) {
      const problem = this.#text.setup.copyConfiguration(id);
      return { ...step, action: "left", preview: null, problem };
    }
    try {
      const preview = await this.#connections.planConnect({ clientId: id, scope: "user", transport: "stdio" });
      const isChanged = preview.difference.length > 0;
      return { ...step, action: isChanged ? "connect" : "connected", preview, problem: null };
    } catch (error) {
      return { ...step, action: "left", preview: null, problem: problemOf(error, this.#text) };
    }
  }
}

/** @throws the error itself if it is not a RecollectError */
function problemOf(error: unknown, text: CommandText): string {
  if (!(error instanceof RecollectError)) throw error;
  return describeError(error, text);
}

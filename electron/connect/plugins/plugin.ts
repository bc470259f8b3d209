import manifest from "../../../package.json" with { type: "json" };
import type { Machine } from "../client.ts";

/** The name of the plugin, and of the marketplace that lists it, in every client. */
export const PLUGIN_NAME = "recollect";

/** A file of a plugin. */
export interface PluginFile {
  readonly text: string;
  /** True for a program. */
  readonly executable?: true;
}

/** The files of a plugin by their paths in its folder, with `/` as separator. */
export type PluginFiles = Readonly<Record<string, PluginFile>>;

/** A skill in the format of agentskills.io: its files by their paths in the skill's folder. */
export interface PluginSkill {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The input of every plugin. */
export interface PluginSource {
  readonly version: string;
  readonly skills: readonly PluginSkill[];
  readonly platform: NodeJS.Platform;
  /** The folder in which the plugin is generated. */
  readonly folder: string;
  /** The data folder, or null for the default, which the launcher finds. */
  readonly dataFolder: string | null;
}

/** The folder of a generated plugin, on a machine. */
export interface PluginPlace extends Machine {
  readonly folder: string;
}

/** One step of installing or removing a plugin. A file is named by its absolute path. */
export type PluginStep =
  /** Runs the client's own command, as separate words. */
  | { readonly kind: "run"; readonly words: readonly string[]; readonly mayFail?: true }
  /** Copies the plugin's folder to where the client looks for it. */
  | { readonly kind: "copy"; readonly path: string }
  | { readonly kind: "delete"; readonly path: string }
  /** Changes a file in the client's folder; an empty text removes it. @throws conflict if it is not as expected */
  | { readonly kind: "edit"; readonly path: string; readonly edit: (text: string) => string };

/**
 * A plugin system: how a client's plugin is laid out, installed and removed. To add one, add its file and list it in
 * plugins.ts.
 */
export interface PluginSystem {
  /** The supported client whose rights the plugin has. */
  readonly clientId: string;
  /** The name of the client's program, if its own commands install plugins. */
  readonly program: string | null;
  readonly hasHooks: boolean;
  build(source: PluginSource): PluginFiles;
  install(place: PluginPlace): readonly PluginStep[];
  remove(place: PluginPlace): readonly PluginStep[];
  /** A file that contains this text while the plugin is installed; null if installing only generates the folder. */
  evidence(place: PluginPlace): { readonly path: string; readonly contains: string } | null;
}

/** The members that most manifests share. */
export function manifestOf({ version }: PluginSource) {
  const { description, license, author } = manifest;
  return { name: PLUGIN_NAME, version, description, author: { name: author }, license };
}

export function jsonFile(value: unknown): PluginFile {
  return { text: `${JSON.stringify(value, null, 2)}\n` };
}

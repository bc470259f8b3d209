import type { DifferenceLine } from "./file-preview.ts";

export const PLUGIN_ACTIONS = ["install", "remove"] as const;
export type PluginAction = (typeof PLUGIN_ACTIONS)[number];

/**
 * `outdated`: the installed plugin differs from a newly generated one, or the client's file has an entry of
 * ours too.
 */
export type PluginState = "absent" | "installed" | "outdated";

/** The plugin of a client, and its state on this machine. */
export interface PluginInfo {
  readonly clientId: string;
  readonly title: string;
  readonly state: PluginState;
  /** Whether it adds memories to conversations. */
  readonly hasHooks: boolean;
  /** The generated plugin. */
  readonly folder: string;
}

/** One step of a plan, as a line for a person. `run` is a command line. */
export interface PluginStepLine {
  readonly kind: "generate" | "run" | "copy" | "delete" | "edit";
  readonly text: string;
}

/** A change of another program's file. */
export interface PluginFileChange {
  readonly path: string;
  readonly difference: readonly DifferenceLine[];
}

/** What installing, updating or removing a plugin would do. */
export interface PluginPreview {
  /** The id of the plan. */
  readonly id: string;
  readonly clientId: string;
  readonly title: string;
  readonly action: "install" | "update" | "remove";
  readonly folder: string;
  /** The files of the plugin, relative to its folder. */
  readonly files: readonly string[];
  readonly steps: readonly PluginStepLine[];
  /** The client's program if it was not found: the steps `run` are left to the person. */
  readonly missingProgram: string | null;
  readonly changes: readonly PluginFileChange[];
}

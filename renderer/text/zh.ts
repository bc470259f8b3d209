import type { Text } from "./en.ts";
import { activity } from "./zh/activity.ts";
import { clients } from "./zh/clients.ts";
import { common } from "./zh/common.ts";
import { frame } from "./zh/frame.ts";
import { health } from "./zh/health.ts";
import { imports } from "./zh/imports.ts";
import { memories } from "./zh/memories.ts";
import { overview } from "./zh/overview.ts";
import { settings } from "./zh/settings.ts";
import { welcome } from "./zh/welcome.ts";

/** Simplified Chinese. */
export const zh: Text = {
  language: "zh-CN",
  common,
  frame,
  memories,
  overview,
  health,
  activity,
  clients,
  settings,
  imports,
  welcome,
};

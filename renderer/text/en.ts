import { activity } from "./en/activity.ts";
import { clients } from "./en/clients.ts";
import { common } from "./en/common.ts";
import { frame } from "./en/frame.ts";
import { health } from "./en/health.ts";
import { imports } from "./en/imports.ts";
import { memories } from "./en/memories.ts";
import { overview } from "./en/overview.ts";
import { settings } from "./en/settings.ts";
import { welcome } from "./en/welcome.ts";

/** English, the language every other one is typed after. */
export const en = {
  language: "en",
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

/** All words of the window. Another language is an object of this type. */
export type Text = typeof en;

import type { Text } from "./en.ts";
import { activity } from "./zh/activity.ts";
import { backups } from "./zh/backups.ts";
import { clients } from "./zh/clients.ts";
import { common } from "./zh/common.ts";
import { notes } from "./zh/connect.ts";
import { desktop } from "./zh/desktop.ts";
import { errors } from "./zh/errors.ts";
import { frame } from "./zh/frame.ts";
import { health } from "./zh/health.ts";
import { imports } from "./zh/imports.ts";
import { inbox } from "./zh/inbox.ts";
import { memories } from "./zh/memories.ts";
import { characterNotices, inboxNotices, searchNotices, secretNotices } from "./zh/notices.ts";
import { servers } from "./zh/servers.ts";
import { settings } from "./zh/settings.ts";
import { timeline } from "./zh/timeline.ts";
import { welcome } from "./zh/welcome.ts";

/** Simplified Chinese. */
export const zh: Text = {
  language: "zh-CN",
  common,
  errors,
  desktop,
  frame,
  memories,
  timeline,
  health,
  activity,
  clients,
  characterNotices,
  secretNotices,
  inboxNotices,
  searchNotices,
  servers,
  settings,
  backups,
  imports,
  inbox,
  notes,
  welcome,
};

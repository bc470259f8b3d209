import type { Text } from "./en.ts";
import { activity } from "./zh/activity.ts";
import { clients } from "./zh/clients.ts";
import { common } from "./zh/common.ts";
import { notes } from "./zh/connect.ts";
import { clientMemories, conversations } from "./zh/conversations.ts";
import { desktop } from "./zh/desktop.ts";
import { errors } from "./zh/errors.ts";
import { frame, welcome } from "./zh/frame.ts";
import { health } from "./zh/health.ts";
import { map } from "./zh/map.ts";
import { inbox, memories, timeline } from "./zh/memories.ts";
import { characterNotices, conversationNotices, inboxNotices, searchNotices, secretNotices } from "./zh/notices.ts";
import { quick } from "./zh/quick.ts";
import { servers } from "./zh/servers.ts";
import { backups, imports, settings, updates } from "./zh/settings.ts";
import { settingsSearch } from "./zh/settings-search.ts";
import { remoteDomains, spaces } from "./zh/spaces.ts";
import { projects, today } from "./zh/today.ts";
import { use } from "./zh/use.ts";

/** Simplified Chinese. */
export const zh: Text = {
  language: "zh-CN",
  common,
  errors,
  desktop,
  frame,
  memories,
  timeline,
  map,
  today,
  projects,
  health,
  activity,
  clientMemories,
  clients,
  conversations,
  characterNotices,
  secretNotices,
  inboxNotices,
  searchNotices,
  conversationNotices,
  quick,
  servers,
  spaces,
  remoteDomains,
  settings,
  settingsSearch,
  backups,
  imports,
  inbox,
  notes,
  updates,
  use,
  welcome,
};

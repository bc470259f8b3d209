import type { Text } from "./en.ts";
import { activity } from "./zh/activity.ts";
import { backups } from "./zh/backups.ts";
import { clientMemories } from "./zh/client-memories.ts";
import { clients } from "./zh/clients.ts";
import { common } from "./zh/common.ts";
import { notes } from "./zh/connect.ts";
import { conversations } from "./zh/conversations.ts";
import { desktop } from "./zh/desktop.ts";
import { errors } from "./zh/errors.ts";
import { frame } from "./zh/frame.ts";
import { health } from "./zh/health.ts";
import { imports } from "./zh/imports.ts";
import { inbox } from "./zh/inbox.ts";
import { memories } from "./zh/memories.ts";
import { characterNotices, conversationNotices, inboxNotices, searchNotices, secretNotices } from "./zh/notices.ts";
import { remoteDomains } from "./zh/remote-domains.ts";
import { servers } from "./zh/servers.ts";
import { settings } from "./zh/settings.ts";
import { spaces } from "./zh/spaces.ts";
import { timeline } from "./zh/timeline.ts";
import { updates } from "./zh/updates.ts";
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
  clientMemories,
  clients,
  conversations,
  characterNotices,
  secretNotices,
  inboxNotices,
  searchNotices,
  conversationNotices,
  servers,
  spaces,
  remoteDomains,
  settings,
  backups,
  imports,
  inbox,
  notes,
  updates,
  welcome,
};

import { activity } from "./en/activity.ts";
import { clients } from "./en/clients.ts";
import { common } from "./en/common.ts";
import { notes } from "./en/connect.ts";
import { clientMemories, conversations } from "./en/conversations.ts";
import { desktop } from "./en/desktop.ts";
import { errors } from "./en/errors.ts";
import { frame, welcome } from "./en/frame.ts";
import { health } from "./en/health.ts";
import { map } from "./en/map.ts";
import { inbox, memories, timeline } from "./en/memories.ts";
import { characterNotices, conversationNotices, inboxNotices, searchNotices, secretNotices } from "./en/notices.ts";
import { quick } from "./en/quick.ts";
import { servers } from "./en/servers.ts";
import { backups, imports, settings, updates } from "./en/settings.ts";
import { settingsSearch } from "./en/settings-search.ts";
import { remoteDomains, spaces } from "./en/spaces.ts";
import { projects, today } from "./en/today.ts";
import { use } from "./en/use.ts";
import type { Translation } from "./message.ts";

/** English, the language every other one is typed after. */
export const en = {
  language: "en",
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

/** Every text that a person reads: window, tray, dialogs, command line. Another language is an object of this type. */
export type Text = Omit<typeof en, "errors"> & { readonly errors: Translation<typeof en.errors> };

import { activity } from "./en/activity.ts";
import { backups } from "./en/backups.ts";
import { clientMemories } from "./en/client-memories.ts";
import { clients } from "./en/clients.ts";
import { common } from "./en/common.ts";
import { notes } from "./en/connect.ts";
import { conversations } from "./en/conversations.ts";
import { desktop } from "./en/desktop.ts";
import { errors } from "./en/errors.ts";
import { frame } from "./en/frame.ts";
import { health } from "./en/health.ts";
import { imports } from "./en/imports.ts";
import { inbox } from "./en/inbox.ts";
import { memories } from "./en/memories.ts";
import { characterNotices, conversationNotices, inboxNotices, searchNotices, secretNotices } from "./en/notices.ts";
import { remoteDomains } from "./en/remote-domains.ts";
import { servers } from "./en/servers.ts";
import { settings } from "./en/settings.ts";
import { spaces } from "./en/spaces.ts";
import { timeline } from "./en/timeline.ts";
import { updates } from "./en/updates.ts";
import { welcome } from "./en/welcome.ts";
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

/** Every text that a person reads: window, tray, dialogs, command line. Another language is an object of this type. */
export type Text = Omit<typeof en, "errors"> & { readonly errors: Translation<typeof en.errors> };

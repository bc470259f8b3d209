import path from "node:path";
import type { ConversationSettings } from "../core/conversations.ts";
import { parseDomain } from "../core/domain.ts";
import { RecollectError } from "../text/errors.ts";

/**
 * Returns settings as they are stored. @param known the clients that can be read, or null if they did not change
 * @throws invalid_argument
 */
export function validatedSettings(
  settings: ConversationSettings,
  known: readonly string[] | null,
): ConversationSettings {
  const { clients, excludedFolders, excludedProjects } = settings;
  if (known !== null) {
    const unknown = clients.find((client) => !known.includes(client));
    if (unknown !== undefined) {
      throw new RecollectError(
        "conversation_client_unknown",
        { client: unknown.slice(0, 60), known },
        { field: "clients" },
      );
    }
  }
  const relative = excludedFolders.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined) {
    throw new RecollectError(
      "conversation_folder_not_absolute",
      { folder: relative.slice(0, 200) },
      { field: "excludedFolders" },
    );
  }
  return {
    ...settings,
    clients: [...new Set(clients)].sort(),
    excludedFolders: [...new Set(excludedFolders.map((folder) => path.resolve(folder)))],
    excludedProjects: [...new Set(excludedProjects.map((project) => parseDomain(project, "excludedProjects")))],
    unsuggestedProjects: [
      ...new Set(settings.unsuggestedProjects.map((project) => parseDomain(project, "unsuggestedProjects"))),
    ],
    unsuggestedClients: [...new Set(settings.unsuggestedClients)],
  };
}

/** Whether the new settings keep conversations that the old ones left out. */
export function isWider(before: ConversationSettings, after: ConversationSettings): boolean {
  const isDropped = (one: readonly string[], other: readonly string[]) => one.some((value) => !other.includes(value));
  const retention = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  return (
    isDropped(before.excludedFolders, after.excludedFolders) ||
    isDropped(before.excludedProjects, after.excludedProjects) ||
    retention(after.retentionDays) > retention(before.retentionDays)
  );
}

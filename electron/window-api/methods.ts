import { activityMethods } from "./contract/activity.ts";
import { appMethods } from "./contract/app.ts";
import { backupMethods } from "./contract/backups.ts";
import { clientMethods } from "./contract/clients.ts";
import { conversationMethods } from "./contract/conversations.ts";
import { mapMethods } from "./contract/map.ts";
import { memoryMethods } from "./contract/memories.ts";
import { modelMethods } from "./contract/model.ts";
import { requestMethods } from "./contract/requests.ts";
import { serverMethods } from "./contract/servers.ts";
import { spaceMethods } from "./contract/spaces.ts";

/**
 * Every method that the window can call. Electron IPC and the headless server's `/interface` routes carry the same
 * methods and events. The schemas take 15 ms to build, so they are imported when the first method is called.
 */
export const methods = {
  ...appMethods,
  ...memoryMethods,
  ...mapMethods,
  ...modelMethods,
  ...activityMethods,
  ...requestMethods,
  ...clientMethods,
  ...backupMethods,
  ...serverMethods,
  ...spaceMethods,
  ...conversationMethods,
} as const;

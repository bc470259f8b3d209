import { z } from "zod";
import type { ActivityPage } from "../../core/activity.ts";
import { method } from "./method.ts";
import { requestFilter } from "./requests.ts";

/** What happened, in the terms of the owner. */
export const activityMethods = {
  /**
   * What clients did by the request log, and the owner's own changes if no filter of messages is set; newest first, with
   * equal entries of an hour joined. A page may have more entries than `limit`, and the next one may continue an entry.
   */
  "activity.entries": method<ActivityPage>()({
    ...requestFilter,
    domain: z.string().max(300).optional(),
    limit: z.number().int().min(1).max(500).optional(),
    cursor: z.string().max(200).optional(),
  }),
} as const;

import { z } from "zod";
import type { UpdateStatus } from "../../core/updates.ts";
import { method, nothing } from "./method.ts";

/** Updates of the application. Each method returns the new status. */
export const updateMethods = {
  "updates.status": method<UpdateStatus>()(nothing),
  /** Nothing is requested from the network before the owner agreed. */
  "updates.setAgreed": method<UpdateStatus>()({ agreed: z.boolean() }),
  "updates.check": method<UpdateStatus>()(nothing),
  "updates.download": method<UpdateStatus>()(nothing),
  /** `now`: once no client waits for a response. */
  "updates.install": method<UpdateStatus>()({ when: z.enum(["now", "quit"]) }),
  "updates.postpone": method<UpdateStatus>()(nothing),
} as const;

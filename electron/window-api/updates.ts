import type { UpdateService } from "../core/updates.ts";
import type { AreaHandlers } from "./contract.ts";

export interface UpdateDependencies {
  /** Loads the code of updates. */
  open(): Promise<UpdateService>;
}

export function createUpdateHandlers({ open }: UpdateDependencies): AreaHandlers<"updates"> {
  return {
    "updates.status": async () => (await open()).status(),
    "updates.setAgreed": async ({ agreed }) => (await open()).setAgreed(agreed),
    "updates.check": async () => (await open()).check(),
    "updates.download": async () => (await open()).download(),
    "updates.install": async ({ when }) => (await open()).install(when),
    "updates.postpone": async () => (await open()).postpone(),
  };
}

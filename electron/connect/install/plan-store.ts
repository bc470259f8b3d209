import { LRUCache } from "lru-cache";
import { RecollectError } from "../../text/errors.ts";

/** More than the files that one preview of the window covers. */
const MAX_PLANS = 64;

/** The plans behind the previews that were shown. The window names a plan by its id and never a file. */
export class PlanStore<Plan extends { readonly preview: { readonly id: string } }> {
  readonly #plans = new LRUCache<string, Plan>({ max: MAX_PLANS });

  /** Stores a plan and returns its preview, which contains the id. */
  add(plan: Plan): Plan["preview"] {
    this.#plans.set(plan.preview.id, plan);
    return plan.preview;
  }

  /** Returns a plan and removes it, so that it is applied once. @throws not_found */
  take(id: string): Plan {
    const plan = this.#plans.get(id);
    this.#plans.delete(id);
    if (plan !== undefined) return plan;
    throw new RecollectError("preview_gone", {});
  }
}

import { RecollectError } from "../../core/errors.ts";
import type { FilePreview } from "../../core/file-preview.ts";

/** Plans that are kept at once; the oldest go. */
const PLANS_KEPT = 64;

/** What was shown and may be done, once. */
export interface KeptPlans<Plan extends { readonly preview: FilePreview }> {
  /** Answers the plan's preview, which names it. */
  keep(plan: Plan): Plan["preview"];
  /** @throws not_found for a plan that is not kept any more */
  take(id: string): Plan;
}

/** Plans stay with the application: the window names one by its id and never a file. */
export function keepPlans<Plan extends { readonly preview: FilePreview }>(): KeptPlans<Plan> {
  const plans = new Map<string, Plan>();
  return {
    keep(plan) {
      plans.set(plan.preview.id, plan);
      if (plans.size > PLANS_KEPT) plans.delete(plans.keys().next().value ?? "");
      return plan.preview;
    },
    take(id) {
      const plan = plans.get(id);
      plans.delete(id);
      if (plan !== undefined) return plan;
      throw new RecollectError("not_found", "This preview is no longer kept.", {
        hint: "Look at the difference again, then write.",
        details: { reason: "preview_gone" },
      });
    },
  };
}

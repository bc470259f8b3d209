import type { Instructions } from "../clients/instructions/instructions.ts";
import type { AreaHandlers } from "./contract.ts";

export interface InstructionHandling {
  readonly instructions: Instructions;
}

/** As with clients' files: the window names a kind, a folder or a plan, and the application knows the file. */
export function createInstructionHandlers({ instructions }: InstructionHandling): AreaHandlers<"instructions"> {
  return {
    "instructions.list": async ({ project }) => ({ text: instructions.text, files: await instructions.list(project) }),
    "instructions.plan": (choice) => instructions.plan(choice),
    "instructions.applyPlan": async ({ planId }) => instructions.apply(planId),
  };
}

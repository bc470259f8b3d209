import { RecollectError } from "../text/errors.ts";
import { type Caller, grantsDomain } from "./caller.ts";

/** @throws permission_denied for a caller without the scope `conversations` */
export function assertGranted({ grant }: Caller): void {
  if (grant.conversations !== true) throw new RecollectError("conversations_not_granted", {});
}

/** Whether a caller may see a conversation of a project, or of none if it is null. */
export function seesProject({ grant }: Caller, project: string | null): boolean {
  return grant.domains === null || (project !== null && grantsDomain(grant, project));
}

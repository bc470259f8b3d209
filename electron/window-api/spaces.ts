import { OWNER } from "../core/caller.ts";
import type { ChangeLog } from "../core/replication/change-log.ts";
import type { SpaceService } from "../core/spaces.ts";
import type { OnDemand } from "../core/util/on-demand.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface SpaceDependencies extends OnDemand<SpaceService> {
  /** Conflicts are in the store, and do not need the code that synchronises. */
  readonly conflicts: Pick<ChangeLog, "conflicts" | "provenance" | "resolve">;
}

/** Spaces for the window and the command line. */
export function createSpaceHandlers({ conflicts, opened, open }: SpaceDependencies): AreaHandlers<"spaces"> {
  const existing = (id: string): SpaceService => {
    const spaces = opened();
    if (spaces !== null) return spaces;
    throw new RecollectError("space_unknown", { id }, { field: "id" });
  };
  return {
    "spaces.list": async () => (await opened()?.list()) ?? [],
    "spaces.create": async (draft, signal) => (await open()).create(draft, signal),
    "spaces.newPassphrase": async () => ({ passphrase: (await open()).newPassphrase() }),
    "spaces.previewJoin": async (request, signal) => (await open()).previewJoin(request, signal),
    "spaces.join": async (request, signal) => (await open()).join(request, signal),
    async "spaces.leave"({ id, memories }) {
      return { unsent: await existing(id).leave(id, memories) };
    },
    "spaces.addDomains": async ({ id, domains, confirmUserDomain }) =>
      existing(id).addDomains(id, domains, confirmUserDomain),
    "spaces.sync": async ({ id }) => existing(id).sync(id),
    "spaces.pause": async ({ id }) => existing(id).pause(id),
    "spaces.resume": async ({ id }) => existing(id).resume(id),
    "spaces.setAccess": async ({ id, ...access }) => existing(id).setAccess(id, access),
    "spaces.invite": async ({ id, ...request }) => existing(id).invite(id, request),
    "spaces.members": async ({ id }) => existing(id).members(id),
    "spaces.setMemberRole": async ({ id, login, role }) => existing(id).setMemberRole(id, login, role),
    "spaces.removeMember": async ({ id, login }) => existing(id).removeMember(id, login),
    "spaces.devices": async ({ id }) => existing(id).devices(id),
    "spaces.renameDevice": async ({ id, name }) => existing(id).renameDevice(id, name),
    "spaces.revokeDevice": async ({ id, device }) => existing(id).revokeDevice(id, device),
    "spaces.changePassphrase": async ({ id, passphrase }) => existing(id).changePassphrase(id, passphrase),
    "spaces.conflicts": ({ limit, cursor }) => conflicts.conflicts(OWNER, limit, cursor),
    "spaces.provenance": ({ memory }) => conflicts.provenance(OWNER, memory),
    "spaces.resolve": ({ space, ...decision }) => conflicts.resolve(OWNER, space, decision),
  };
}

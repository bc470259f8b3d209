import { OWNER } from "../core/caller.ts";
import type { InboxService } from "../core/inbox.ts";
import type { AreaHandlers } from "./contract.ts";

/** The inbox for the window. The caller is the owner. */
export function createInboxHandlers(inbox: InboxService): AreaHandlers<"inbox"> {
  return {
    "inbox.counts": () => inbox.counts(OWNER),
    "inbox.list": ({ state, limit, cursor }) => inbox.list(OWNER, state, limit, cursor),
    "inbox.similar": ({ id }) => inbox.similar(OWNER, id),
    "inbox.keep": ({ id, ...changes }) => inbox.keep(OWNER, id, changes),
    "inbox.reject": ({ id }) => inbox.reject(OWNER, id),
    "inbox.reopen": ({ id }) => inbox.reopen(OWNER, id),
  };
}

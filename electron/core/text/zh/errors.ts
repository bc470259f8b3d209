import type { errors as english } from "../en/errors.ts";
import type { Translation } from "../message.ts";
import { appErrors } from "./errors/app.ts";
import { clientsErrors } from "./errors/clients.ts";
import { httpErrors } from "./errors/http.ts";
import { importErrors } from "./errors/import.ts";
import { inboxErrors } from "./errors/inbox.ts";
import { memoriesErrors } from "./errors/memories.ts";
import { requestsErrors } from "./errors/requests.ts";
import { searchErrors } from "./errors/search.ts";
import { serversErrors } from "./errors/servers.ts";
import { shimErrors } from "./errors/shim.ts";
import { storageErrors } from "./errors/storage.ts";

/** Simplified Chinese. */
export const errors: Translation<typeof english> = {
  ...appErrors,
  ...clientsErrors,
  ...httpErrors,
  ...importErrors,
  ...inboxErrors,
  ...memoriesErrors,
  ...requestsErrors,
  ...searchErrors,
  ...serversErrors,
  ...shimErrors,
  ...storageErrors,
};

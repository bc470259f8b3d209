import { appErrors } from "./errors/app.ts";
import { carrierErrors } from "./errors/carriers.ts";
import { clientsErrors } from "./errors/clients.ts";
import { conversationsErrors } from "./errors/conversations.ts";
import { httpErrors } from "./errors/http.ts";
import { importErrors } from "./errors/import.ts";
import { memoriesErrors } from "./errors/memories.ts";
import { remoteDomainErrors } from "./errors/remote-domains.ts";
import { requestsErrors } from "./errors/requests.ts";
import { searchErrors } from "./errors/search.ts";
import { serversErrors } from "./errors/servers.ts";
import { spacesErrors } from "./errors/spaces.ts";
import { storageErrors } from "./errors/storage.ts";

/**
 * The words of every error, by reason. A function gets the parameters of the error, and `field` where the error names
 * one.
 */
export const errors = {
  ...appErrors,
  ...carrierErrors,
  ...clientsErrors,
  ...conversationsErrors,
  ...httpErrors,
  ...importErrors,
  ...memoriesErrors,
  ...remoteDomainErrors,
  ...requestsErrors,
  ...searchErrors,
  ...serversErrors,
  ...spacesErrors,
  ...storageErrors,
};

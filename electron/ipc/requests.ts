import { RecollectError } from "../core/errors.ts";
import type { Page } from "../core/filter.ts";
import type { RequestDetail, RequestFilter, RequestRates, RequestSummary } from "../core/request-log.ts";
import type { AreaHandlers } from "./contract.ts";
import { definedFields } from "./defined-fields.ts";

/** What the window reads of the request log. */
export interface ReadableRequestLog {
  list(filter: RequestFilter, limit: number, cursor: string | null): Promise<Page<RequestSummary>>;
  get(id: number): Promise<RequestDetail | null>;
  clear(): Promise<void>;
  rates(minutes: number): Promise<RequestRates>;
}

const DEFAULT_LIMIT = 100;

export function createRequestHandlers({ requests }: { requests: ReadableRequestLog }): AreaHandlers<"requests"> {
  return {
    "requests.list": ({ limit, cursor, ...filter }) =>
      requests.list(definedFields(filter), limit ?? DEFAULT_LIMIT, cursor ?? null),
    "requests.get": async ({ id }) => {
      const detail = await requests.get(id);
      if (detail !== null) return detail;
      throw new RecollectError("not_found", "This request is no longer in the log.", {
        hint: "The log keeps the last requests only; older ones make room.",
      });
    },
    "requests.clear": async () => {
      await requests.clear();
      return null;
    },
    "requests.rates": ({ minutes }) => requests.rates(minutes),
  };
}

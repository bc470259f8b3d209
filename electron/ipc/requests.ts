import { RecollectError } from "../core/errors.ts";
import type { Page } from "../core/filter.ts";
import type {
  RateSpan,
  RequestDetail,
  RequestExport,
  RequestFilter,
  RequestRates,
  RequestSelection,
  RequestSummary,
} from "../core/request-log.ts";
import type { AreaHandlers } from "./contract.ts";
import { definedFields } from "./defined-fields.ts";

/** What the window does with the request log. */
export interface ReadableRequestLog {
  list(
    filter: RequestFilter,
    limit: number,
    cursor: string | null,
    beforeId?: number | null,
  ): Promise<Page<RequestSummary>>;
  get(id: number): Promise<RequestDetail | null>;
  setPinned(ids: readonly number[], pinned: boolean): Promise<readonly RequestSummary[]>;
  exportPart(selection: RequestSelection, cursor: string | null): Promise<RequestExport>;
  clear(): Promise<void>;
  rates(span: RateSpan): Promise<RequestRates>;
}

export interface RequestDependencies {
  readonly requests: ReadableRequestLog;
  /** Sends a recorded message again; answers its new row. */
  replay(detail: RequestDetail, writingConfirmed: boolean): Promise<RequestSummary>;
}

const DEFAULT_LIMIT = 100;

export function createRequestHandlers({ requests, replay }: RequestDependencies): AreaHandlers<"requests"> {
  const get = async (id: number): Promise<RequestDetail> => {
    const detail = await requests.get(id);
    if (detail !== null) return detail;
    throw new RecollectError("not_found", "This request is no longer in the log.", {
      hint: "The log keeps the last requests only; older ones make room.",
      details: { reason: "request_gone" },
    });
  };

  return {
    "requests.list": ({ limit, cursor, beforeId, ...filter }) =>
      requests.list(definedFields(filter), limit ?? DEFAULT_LIMIT, cursor ?? null, beforeId ?? null),
    "requests.get": ({ id }) => get(id),
    "requests.setPinned": ({ ids, pinned }) => requests.setPinned(ids, pinned),
    "requests.export": ({ cursor, ...selection }) => requests.exportPart(definedFields(selection), cursor ?? null),
    "requests.replay": async ({ id, writingConfirmed }) => replay(await get(id), writingConfirmed),
    "requests.clear": async () => {
      await requests.clear();
      return null;
    },
    "requests.rates": (span) => requests.rates(definedFields(span)),
  };
}

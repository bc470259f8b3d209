import type { RequestLogReader } from "../core/ports.ts";
import type { RequestDetail, RequestSummary } from "../core/request-log.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface RequestDependencies {
  readonly requests: Omit<RequestLogReader, "clientActivity" | "serverFigures">;
  /** Sends a recorded message again and returns its new row. */
  replay(detail: RequestDetail, writingConfirmed: boolean): Promise<RequestSummary>;
}

const DEFAULT_LIMIT = 100;

export function createRequestHandlers({ requests, replay }: RequestDependencies): AreaHandlers<"requests"> {
  const get = async (id: number): Promise<RequestDetail> => {
    const detail = await requests.get(id);
    if (detail !== null) return detail;
    throw new RecollectError("request_gone", {});
  };

  return {
    "requests.list": ({ limit, cursor, beforeId, ...filter }) =>
      requests.list(filter, limit ?? DEFAULT_LIMIT, cursor ?? null, beforeId ?? null),
    "requests.get": ({ id }) => get(id),
    "requests.setPinned": ({ ids, pinned }) => requests.setPinned(ids, pinned),
    "requests.export": ({ cursor, ...selection }) => requests.exportPart(selection, cursor ?? null),
    "requests.replay": async ({ id, writingConfirmed }) => replay(await get(id), writingConfirmed),
    "requests.clear": async () => {
      await requests.clear();
      return null;
    },
    "requests.rates": (span) => requests.rates(span),
  };
}

import { z } from "zod";
import type { Page } from "../../core/filter.ts";
import { REQUEST_FILTER_FIELD_LIST, type RequestFilter, type RequestFilterField } from "../../core/request-filter.ts";
import type { RequestExport, RequestRates, RequestSummary, ShownRequest } from "../../core/request-log.ts";
import { method, nothing } from "./method.ts";

/** The fields of a filter of the log. */
export const requestFilter = Object.fromEntries(
  REQUEST_FILTER_FIELD_LIST.map(([field, { kind, choices = [], maxLength }]) => {
    const schemas = {
      text: maxLength === undefined ? z.string() : z.string().max(maxLength),
      number: z.number(),
      time: z.number(),
      flag: z.boolean(),
      choice: z.enum(choices),
    };
    return [field, schemas[kind].optional()];
  }),
) as unknown as FilterShape;

type FilterShape = {
  readonly [Field in RequestFilterField]: z.ZodOptional<SchemaOf<NonNullable<RequestFilter[Field]>>>;
};
type SchemaOf<Value> = z.ZodType<Value, Value>;

const requestIds = z.array(z.number().int()).min(1).max(50_000);

/** The request log. */
export const requestMethods = {
  "requests.list": method<Page<RequestSummary>>()({
    ...requestFilter,
    limit: z.number().int().min(1).max(500).optional(),
    cursor: z.string().optional(),
    /** Starts with messages older than this one; a cursor has precedence. */
    beforeId: z.number().int().optional(),
  }),
  "requests.get": method<ShownRequest>()({ id: z.number().int() }),
  "requests.clear": method<null>()(nothing),
  "requests.setPinned": method<readonly RequestSummary[]>()({ ids: requestIds, pinned: z.boolean() }),
  /** A part of the log as JSON Lines; the next starts with `nextCursor`. */
  "requests.export": method<RequestExport>()({
    ...requestFilter,
    ids: requestIds.optional(),
    cursor: z.string().optional(),
  }),
  /**
   * Sends a recorded message again as the owner and returns its new row. A tool that writes is refused
   * (invalid_argument, field `writingConfirmed`) unless that is true.
   */
  "requests.replay": method<RequestSummary>()({ id: z.number().int(), writingConfirmed: z.boolean() }),
  "requests.rates": method<RequestRates>()({
    minutes: z.number().int().min(1).max(1440),
    stepMinutes: z.number().int().min(1).max(60).optional(),
    byClient: z.boolean().optional(),
    server: z.string().max(300).optional(),
  }),
} as const;

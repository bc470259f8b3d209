/** JSON-RPC errors that the shim gives itself. */
export const INVALID_REQUEST = -32600;
export const INTERNAL_ERROR = -32603;
/** The application cannot be reached, or what it did with a request is not known. */
export const UNAVAILABLE = -32000;
export const PERMISSION_DENIED = -32003;

/** An error response; `id` is JSON, null where the message's id is not known. */
export function errorAnswer(id: string | null, code: number, message: string, data?: unknown): string {
  const error = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) });
  return `{"jsonrpc":"2.0","id":${id ?? "null"},"error":${error}}`;
}

/**
 * The answer to a request that HTTP refused: the error of the body where it is a JSON-RPC or REST error, under the
 * request's own id, else one that names the status.
 */
export function refusalAnswer(id: string, status: number, body: string): string {
  const error = readError(body);
  if (error !== null && typeof error.code === "number" && typeof error.message === "string") {
    return errorAnswer(id, error.code, error.message, error.data);
  }
  const detail = typeof error?.message === "string" ? error.message : `HTTP status ${status}`;
  const hint = typeof error?.hint === "string" ? ` ${error.hint}` : "";
  return errorAnswer(id, codeOf(status), `Recollect refused the request: ${detail}${hint}`, { httpStatus: status });
}

function codeOf(status: number): number {
  if (status === 401 || status === 403) return PERMISSION_DENIED;
  if (status === 413) return INVALID_REQUEST;
  return status >= 500 ? UNAVAILABLE : INTERNAL_ERROR;
}

function readError(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    const error = typeof value === "object" && value !== null && "error" in value ? value.error : null;
    return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

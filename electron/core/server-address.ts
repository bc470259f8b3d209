import type { ErrorBody } from "../text/errors.ts";

/** Whether an address is probably of the older transport with server-sent events: its path usually ends with `/sse`. */
export function isSseAddress(address: string): boolean {
  return /\/sse\/?$/.test(URL.parse(address)?.pathname ?? "");
}

/** The address to use instead, if a server was not added because it redirects to another address of the same origin. */
export function sameOriginRedirect({ details }: Pick<ErrorBody, "details">): string | null {
  const { reason, address, isSameOrigin } = details ?? {};
  return reason === "server_redirects" && isSameOrigin === true && typeof address === "string" ? address : null;
}

/** Whether an address is probably of the older transport with server-sent events: its path usually ends with `/sse`. */
export function isSseAddress(address: string): boolean {
  return /\/sse\/?$/.test(URL.parse(address)?.pathname ?? "");
}

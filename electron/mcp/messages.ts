/** Whether a parsed body is one message of this method. */
export function isMethod(body: unknown, method: string): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === method;
}

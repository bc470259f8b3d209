/** Formats an ISO 8601 time for a message: `2026-11-22 12:03 UTC`. */
export function minuteOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

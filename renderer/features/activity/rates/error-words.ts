import type { Text } from "../../../text/en.ts";

/** How many failed, and which share that is: `3 · 1.2%`. */
export function errorWords(
  { requests, errors }: { readonly requests: number; readonly errors: number },
  text: Text["activity"]["clientRates"],
): string {
  return errors === 0 ? text.noErrors : text.errorShare(errors, errors / requests);
}

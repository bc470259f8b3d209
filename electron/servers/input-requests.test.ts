import type { InputRequiredResult } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { checkAddress, resultForClient } from "./input-requests.ts";

const opening = (url: string) =>
  ({ method: "elicitation/create", params: { mode: "url", message: "m", url } }) as const;

it("allows a person to open http and https addresses only", () => {
  for (const url of ["https://example.com/a?b#c", "HTTP://127.0.0.1:1/x"]) {
    expect(() => checkAddress(opening(url) as never, "s")).not.toThrow();
  }
  const refused = [
    "javascript:alert(1)",
    " https://a",
    "https:\\\\a",
    "java\nscript:x",
    "https://a b",
    "https:a",
    "//a",
    "",
  ];
  for (const url of refused) {
    expect(() => checkAddress(opening(url) as never, "s"), url).toThrow("not an http or https address");
  }
});

it("refuses the result of a server of revision 2026 that asks for another address", () => {
  const result = { resultType: "input_required", inputRequests: { one: opening("file:///etc/passwd") } };
  expect(() => resultForClient(result as unknown as InputRequiredResult, "files")).toThrow(
    "files asks that a person opens file:///etc/passwd",
  );
});

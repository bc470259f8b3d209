import { expect, it } from "vitest";
import { namesDomain, TYPED_FILTERS } from "./typed-filters.ts";

it.each(["domain:acme/shop refunds", "refunds project:acme/shop", 'Project:"acme/my shop"', "refunds domain:_"])(
  "finds the project that %j names",
  (text) => {
    expect(namesDomain(text)).toBe(true);
  },
);

it.each(["refunds", "subdomain:acme/shop", "-domain:acme/shop", "the project: refunds", "domain:", "domain", ""])(
  "finds no project in %j",
  (text) => {
    expect(namesDomain(text)).toBe(false);
  },
);

it("returns the name of the filter and its value, with and without quotes", () => {
  const found = 'ns:a,b namespace:"c d" domain:e'.matchAll(TYPED_FILTERS.namespace);
  expect([...found].map(([, ...groups]) => groups)).toEqual([
    ["ns", undefined, "a,b"],
    ["namespace", "c d", undefined],
  ]);
});

import { expect, it } from "vitest";
import { createProjectNames } from "./project-names.ts";

const KNOWN = ["acme/shop", "acme/till", "fork/till", "user", "notes"];

it.each([
  ["shop", "acme/shop", "the only domain that ends with it"],
  ["Shop", "acme/shop", "whatever its case"],
  ["/home/ana/shop/", "acme/shop", "by its folder's path"],
  ["C:\\work\\shop", "acme/shop", "by its folder's path on Windows"],
  ["till", "till", "by its own name where several end with it"],
  ["notes", "notes", "the domain of that name"],
  ["op", "op", "not by a part of a name"],
  ["user", "project/user", "not for what concerns the owner everywhere"],
  ["org", "project/org", "not for a reserved word"],
  ["told", "somewhere/else", "where the owner says"],
])("another program's project %j is %s: %s", (project, domain) => {
  expect(createProjectNames(KNOWN, new Map([["told", "somewhere/else"]])).domainOf(project)).toBe(domain);
});

it("counts where memories went, the most first, with what led there", () => {
  const names = createProjectNames(KNOWN, new Map([["old-shop", "acme/shop"]]));
  const domains = ["shop", "old-shop", "new"].map(names.domainOf);
  expect(names.countsOf([...domains, "user"])).toEqual([
    { domain: "acme/shop", created: 2, from: ["shop", "old-shop"] },
    { domain: "new", created: 1, from: ["new"] },
    { domain: "user", created: 1, from: [] },
  ]);
});

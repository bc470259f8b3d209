import { expect, it } from "vitest";
import { ProjectNames } from "./convert-item.ts";

const EXISTING = ["acme/shop", "acme/till", "fork/till", "user", "notes"];

it.each([
  ["shop", "acme/shop", "the only domain that ends with it"],
  ["Shop", "acme/shop", "ignoring case"],
  ["/home/ana/shop/", "acme/shop", "the last part of a path"],
  ["C:\\work\\shop", "acme/shop", "the last part of a path on Windows"],
  ["till", "till", "its own name if several domains end with it"],
  ["notes", "notes", "the domain of that name"],
  ["op", "op", "no match for a part of a name"],
  ["user", "project/user", "the domain user is not a project"],
  ["org", "project/org", "a reserved word is not a domain"],
  ["given", "somewhere/else", "the domain that the owner assigned"],
])("assigns the project %j to the domain %s: %s", (project, domain) => {
  expect(new ProjectNames(EXISTING, new Map([["given", "somewhere/else"]])).domainOf(project)).toBe(domain);
});

it("counts the memories of each domain, largest first, with the projects assigned to it", () => {
  const names = new ProjectNames(EXISTING, new Map([["old-shop", "acme/shop"]]));
  const domains = ["shop", "old-shop", "new"].map((project) => names.domainOf(project));
  expect(names.countsOf([...domains, "user"])).toEqual([
    { domain: "acme/shop", created: 2, from: ["shop", "old-shop"] },
    { domain: "new", created: 1, from: ["new"] },
    { domain: "user", created: 1, from: [] },
  ]);
});

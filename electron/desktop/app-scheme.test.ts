import { expect, it } from "vitest";
import { formatInvitation } from "../spaces/invitation.ts";
import { linkedAddress } from "./app-scheme.ts";

const ID = "01JD0000000000000000000000";
const invitation = {
  space: ID,
  name: "Team Büro",
  carrier: { kind: "folder" },
  role: null,
  isEncrypted: true,
  domains: ["acme/web"],
} as const;
const link = formatInvitation(invitation, { password: null, passphrase: "correct horse battery staple" });

it("finds the memory's link among the arguments", () => {
  const address = `#/memories/all/${ID}`;
  expect(linkedAddress(["/opt/recollect", `recollect://owner%2Frepo/decisions/${ID}`])).toBe(address);
  expect(linkedAddress([`recollect://memory/${ID.toLowerCase()}/`, "--hidden"])).toBe(address);
  expect(linkedAddress([`recollect://join/decisions/${ID}`])).toBe(address);
});

it("returns the address of an invitation with the complete link, as systems and browsers change it", () => {
  const join = (text: string) => `#/spaces/join?link=${encodeURIComponent(text)}`;
  expect(linkedAddress(["/opt/recollect", "--enable-sandbox", link])).toBe(join(link));
  const withSlash = link.replace("join?", "join/?");
  expect(linkedAddress([withSlash])).toBe(join(withSlash));
  const upper = link.replace("recollect://join", "RECOLLECT://JOIN");
  expect(linkedAddress([upper])).toBe(join(upper));
  const [, query = ""] = (linkedAddress([link]) ?? "").split("?", 2);
  expect(new URLSearchParams(query).get("link")).toBe(link);
});

it("ignores arguments that are not a link to a memory or an invitation", () => {
  for (const args of [
    ["/opt/recollect", "--hidden"],
    [`https://example.com/${ID}`],
    ["recollect://user/_"],
    ["recollect://memory/../../etc/passwd"],
    ["recollect://join"],
    ["recollect://join.example.com/?v=1"],
    ["recollect://user@join?v=1"],
    ["recollect://join:80?v=1"],
    ["recollect://leave?v=1"],
    ["https://example.com/?recollect://join?v=1"],
    [link.replace("name=", "name=\u0007")],
    [link.replace("name=", "name=\u202e")],
    [link.replace("name=", "name= ")],
    [`${link}\nrecollect://join?v=1`],
    [`recollect://join?${"a".repeat(9000)}`],
  ]) {
    expect(linkedAddress(args), JSON.stringify(args)).toBeUndefined();
  }
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { ulid } from "ulid";
import { expect, it } from "vitest";
import { parsePostgresAddress } from "../postgres/address.ts";
import { formatInvitation, formatSecret, type Invitation, parseInvitation, parseSecret } from "./invitation.ts";

const SPACE = "01M82KF3NV8TVQ3AEHVSTPM1XB";
const { address } = parsePostgresAddress("postgres://alice@db.example.com/memories");
const invitation: Invitation = {
  space: SPACE,
  name: "Team Büro 办公室",
  carrier: { kind: "postgres", address },
  role: "writer",
  isEncrypted: true,
  domains: ["acme/web", "acme/api"],
};
const secret = { password: "p&ss#wörd", passphrase: "correct horse battery staple" };

it("reads a link that only differs in what the test changes", () => {
  expect(parseInvitation(changed(() => undefined)).invitation).toEqual(invitation);
});

it("reads its own links, with the secret in the link or apart", () => {
  const link = formatInvitation(invitation, secret);
  expect(link).toMatch(/^recollect:\/\/join\?/);
  expect(parseInvitation(` ${link}\n`)).toEqual({ invitation, secret });
  const open = formatInvitation(invitation, null);
  expect(parseInvitation(open)).toEqual({ invitation, secret: null });
  expect(open).not.toContain("#");
  expect(parseSecret(SPACE, formatSecret(SPACE, secret))).toEqual(secret);
  const folder: Invitation = {
    ...invitation,
    carrier: { kind: "folder" },
    role: null,
    isEncrypted: false,
    domains: [],
  };
  expect(parseInvitation(formatInvitation(folder, null)).invitation).toEqual(folder);
});

it("reads every invitation that it wrote", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((value) => {
    return value.trim() !== "" && !/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(value);
  });
  const password = fc.option(fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(text, text, text, password, (name, user, domain, word) => {
      const made = {
        ...invitation,
        name,
        domains: [domain],
        carrier: { kind: "postgres" as const, address: { ...address, user, database: domain } },
      };
      const parsed = parseInvitation(formatInvitation(made, { password: word, passphrase: null }));
      expect(parsed).toEqual({ invitation: made, secret: { password: word, passphrase: null } });
    }),
    { examples: [["!", "/", ".", null]] },
  );
});

it("refuses a link that was cut anywhere before the secret", () => {
  const link = formatInvitation(invitation, null);
  for (let length = 0; length < link.length; length += 1) {
    expect(() => parseInvitation(link.slice(0, length))).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  }
  const withSecret = formatInvitation(invitation, secret);
  for (let length = link.length + 2; length < withSecret.length; length += 1) {
    expect(() => parseInvitation(withSecret.slice(0, length))).toThrow(expect.objectContaining({ field: "secret" }));
  }
});

/** A link that is complete, with a change that only another program makes. */
function changed(change: (parameters: URLSearchParams) => void): string {
  const [start = "", query = ""] = formatInvitation(invitation, null).split("?");
  const parameters = new URLSearchParams(query);
  parameters.delete("check");
  change(parameters);
  const digest = createHash("sha256")
    .update(`${parameters.get("space")} `)
    .update(parameters.toString())
    .digest();
  parameters.set("check", digest.subarray(0, 4).toString("hex"));
  return `${start}?${parameters}`;
}

it.each([
  ["another scheme", "https://join?v=1"],
  ["a memory's link", "recollect://user/decisions/01M82KF3NV8TVQ3AEHVSTPM1XB"],
  ["an unknown parameter", changed((parameters) => parameters.set("run", "1"))],
  ["a repeated parameter", changed((parameters) => parameters.append("role", "owner"))],
  ["no version", changed((parameters) => parameters.delete("v"))],
  ["another space id", formatInvitation({ ...invitation, space: "../../etc" }, null)],
  ["an unknown role", changed((parameters) => parameters.set("role", "admin"))],
  ["hidden characters in the name", formatInvitation({ ...invitation, name: "a\u202eb" }, null)],
  ["an empty name", formatInvitation({ ...invitation, name: " " }, null)],
  ["a long link", `${formatInvitation(invitation, null)}${"&domain=x".repeat(2000)}`],
  ["a password in the address", changed((parameters) => parameters.set("address", "postgres://alice:secret@db/x"))],
  ["an address without TLS", changed((parameters) => parameters.set("address", "postgres://a@db/x?sslmode=disable"))],
])("refuses %s", (_, link) => {
  expect(() => parseInvitation(link)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
});

it("asks for an update if the version is newer", () => {
  const link = formatInvitation(invitation, null).replace("v=1", "v=2");
  expect(() => parseInvitation(link)).toThrow(/newer version/);
});

it("refuses a secret that is incomplete, changed or of another space, without repeating it", () => {
  const word = formatSecret(SPACE, secret);
  for (let length = 0; length < word.length; length += 1) {
    expect(() => parseSecret(SPACE, word.slice(0, length))).toThrow(/incomplete/);
  }
  expect(() => parseSecret(ulid(), word)).toThrow(/another space/);
  const other = `${word.slice(0, 10)}${word[10] === "A" ? "B" : "A"}${word.slice(11)}`;
  expect(() => parseInvitation(`${formatInvitation(invitation, null)}#${other}`)).toThrow(
    expect.objectContaining({ field: "secret" }),
  );
});

import { expect, it } from "vitest";
import { formatPostgresAddress, parsePostgresAddress } from "./address.ts";

it("reads the addresses that providers show, and verifies certificates", () => {
  const neon =
    "postgresql://alex:AbC%40123@ep-cool-1.eu-central-1.aws.neon.tech/db?sslmode=require&channel_binding=require";
  expect(parsePostgresAddress(neon)).toEqual({
    address: {
      host: "ep-cool-1.eu-central-1.aws.neon.tech",
      port: 5432,
      database: "db",
      user: "alex",
      tls: "verify-full",
      rootCertificate: null,
      channelBinding: true,
    },
    password: "AbC@123",
  });
  const supabase = "postgres://postgres.abc@aws-0-eu.pooler.supabase.com:6543/postgres?pgbouncer=true";
  expect(parsePostgresAddress(supabase).address).toMatchObject({ port: 6543, tls: "verify-full" });
  const own = "postgres://me@[::1]:80/?sslmode=verify-ca&sslrootcert=/etc/ca.pem";
  expect(parsePostgresAddress(own).address).toMatchObject({
    host: "::1",
    port: 80,
    database: "me",
    tls: "verify-ca",
    rootCertificate: "/etc/ca.pem",
  });
});

it("permits connections without TLS only to this machine", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    expect(parsePostgresAddress(`postgres://a@${host}/b`).address.tls).toBe("off");
    expect(parsePostgresAddress(`postgres://a@${host}/b?sslmode=verify-full`).address.tls).toBe("verify-full");
  }
  for (const host of ["db.example.com", "10.0.0.1", "127.0.0.1.example.com", "[::2]", "localhost.example.com"]) {
    expect(parsePostgresAddress(`postgres://a@${host}/b?sslmode=prefer`).address.tls).toBe("verify-full");
    for (const mode of ["disable", "allow"]) {
      expect(() => parsePostgresAddress(`postgres://a@${host}/b?sslmode=${mode}`)).toThrow(/without TLS is refused/);
    }
  }
});

it("writes an address that reads as the same, without the password", () => {
  const { address } = parsePostgresAddress("postgres://a%2Fb:secret@[fe80::1]:5433/d%20b?channel_binding=require");
  const text = formatPostgresAddress(address);
  expect(text).not.toContain("secret");
  expect(parsePostgresAddress(text)).toEqual({ address, password: null });
});

it.each([".", "..", "a/b", "a?b#c", "/"])("reads the database %j from the address that it wrote", (database) => {
  const address = { ...parsePostgresAddress("postgres://a@b").address, database };
  expect(parsePostgresAddress(formatPostgresAddress(address)).address).toEqual(address);
});

it.each([
  "mysql://a:hunter22@b/c",
  "postgres://:hunter22@b/c",
  "postgres://a:hunter22@/c",
  "postgres://a:hunter22@b:port/c",
  "postgres://a:hunter22#@b/c",
  "postgres://a:hunter22%zz@b/c",
  "postgres://a:hunter22@b/c?sslmode=maybe",
])("refuses %s without repeating the password", (text) => {
  let thrown: unknown;
  try {
    parsePostgresAddress(text);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: "invalid_argument", field: "address" });
  const { message, hint, details, cause } = thrown as Error & { hint: string; details: object };
  expect(JSON.stringify({ message, hint, details, cause: String(cause) })).not.toContain("hunter22");
});

import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..", "..");
/** An import of values that is not on demand. */
const FIXED_IMPORT = /^(?:import|export) (?!type )[^;]*?from "([^"]+)"/gms;

function fixedImports(pattern: string): readonly (readonly [file: string, specifier: string])[] {
  return globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), "utf8");
      return [...text.matchAll(FIXED_IMPORT)].map(([, specifier = ""]) => [file, specifier] as const);
    });
}

it("loads the code for other servers, and the SDK's client, only on demand", () => {
  const all = fixedImports("electron/**/*.ts");
  expect(all.length).toBeGreaterThan(500);
  const outside = all.filter(
    ([file, specifier]) => !file.startsWith("electron/servers/") && /\/servers\//.test(specifier),
  );
  expect(outside).toEqual([]);
  expect(all.filter(([, specifier]) => specifier.startsWith("@modelcontextprotocol/client"))).toEqual([]);
});

it("loads the code for spaces, and the client of PostgreSQL, only on demand", () => {
  const all = fixedImports("electron/**/*.ts");
  const outside = all.filter(
    ([file, specifier]) => !file.startsWith("electron/spaces/") && /\/spaces\//.test(specifier),
  );
  expect(outside).toEqual([]);
  expect(all.filter(([, specifier]) => specifier === "pg")).toEqual([]);
});

it("loads the code for conversations only on demand", () => {
  const outside = fixedImports("electron/**/*.ts").filter(
    ([file, specifier]) => !file.startsWith("electron/conversations/") && /\/conversations\/(?!tools)/.test(specifier),
  );
  // The same names in other folders are unrelated.
  expect(outside).toEqual([]);
});

it("loads the code for clients' own memories only on demand", () => {
  const outside = fixedImports("electron/**/*.ts").filter(
    ([file, specifier]) =>
      !file.startsWith("electron/client-memories/") && specifier.includes("/client-memories/client-memories.ts"),
  );
  expect(outside).toEqual([]);
});

it("loads the sign-in code only when the owner starts a sign-in or a token is renewed", () => {
  const onDemand = /\/(?:loopback-redirect|oauth-fetch|revoke-tokens|sign-in)\.ts$/;
  const uses = fixedImports("electron/servers/**/*.ts").filter(([, specifier]) => onDemand.test(specifier));
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter(([file]) => !onDemand.test(file))).toEqual([]);
});

import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { builderOptions } from "./builder-options.ts";
import { findRepository, requireRepository } from "./repository.ts";

const options = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, directory = false) =>
  builderOptions({ platform, env, directory });
const REPOSITORY = { GITHUB_REPOSITORY: "acme/recollect" };

it("publishes installers in the releases of the repository, and names no other address", () => {
  expect(options("linux", REPOSITORY)).toEqual([
    "-c.extraMetadata.homepage=https://github.com/acme/recollect",
    "-c.linux.maintainer=Recollect contributors <acme@users.noreply.github.com>",
    "-c.publish.provider=github",
    "-c.publish.owner=acme",
    "-c.publish.repo=recollect",
  ]);
  expect(options("linux", REPOSITORY, true).join(" ")).not.toContain("publish");
  expect(options("linux", {}).join(" ")).not.toContain("publish");
  expect(options("linux", { ...REPOSITORY, RECOLLECT_UPDATE_URL: "http://127.0.0.1:9/" }, true)).toContain(
    "-c.publish.url=http://127.0.0.1:9/",
  );
});

it("marks unsigned builds in their file names, and fails a build whose certificate does not sign", () => {
  for (const platform of ["darwin", "win32"] as const) {
    expect(options(platform, {}).join(" ")).toContain("-unsigned.");
    expect(options(platform, {})).not.toContain("-c.forceCodeSigning=true");
    const signed = options(platform, { CSC_LINK: "certificate.p12" });
    expect(signed).toContain("-c.forceCodeSigning=true");
    expect(signed.join(" ")).not.toContain("unsigned");
  }
  // An unset secret is an empty string in a workflow.
  expect(options("darwin", { CSC_LINK: "" })).toContain("-c.mac.identity=-");
  expect(options("linux", {}).join(" ")).not.toContain("unsigned");
});

it("reads a repository in the forms of package.json and of GitHub's runners", () => {
  const acme = { owner: "acme", name: "recollect", url: "https://github.com/acme/recollect" };
  for (const repository of ["acme/recollect", "github:acme/recollect", "git+https://github.com/acme/recollect.git"]) {
    expect(findRepository({}, repository)).toEqual(acme);
  }
  expect(findRepository({ GITHUB_REPOSITORY: "acme/recollect" })).toEqual(acme);
  expect(findRepository({})).toBeNull();
  expect(() => findRepository({ GITHUB_REPOSITORY: "acme/recollect/x" })).toThrow("owner/name");
});

it("names the variable to set if a release has no repository", () => {
  expect(requireRepository({ GITHUB_REPOSITORY: "owner/name" }).url).toBe("https://github.com/owner/name");
  expect(() => requireRepository({})).toThrow(/GITHUB_REPOSITORY/);
});

it("gives an application the public key of updates, unless the application is unsigned on macOS or Windows", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const RECOLLECT_UPDATE_KEY = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const wanted = `-c.extraMetadata.updateKey=${publicKey.export({ format: "der", type: "spki" }).toString("base64")}`;
  expect(options("linux", { RECOLLECT_UPDATE_KEY })).toContain(wanted);
  expect(options("darwin", { RECOLLECT_UPDATE_KEY, CSC_LINK: "certificate.p12" })).toContain(wanted);
  for (const platform of ["darwin", "win32"] as const) {
    expect(options(platform, { RECOLLECT_UPDATE_KEY }).join(" ")).not.toContain("updateKey");
  }
  expect(options("linux", { RECOLLECT_UPDATE_KEY: "" }).join(" ")).not.toContain("updateKey");
});

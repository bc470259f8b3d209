import manifest from "../../package.json" with { type: "json" };
import { registryName } from "./npm-package.ts";
import { downloadUrl, findFile, type ReleaseFile } from "./release-file.ts";
import type { Repository } from "./repository.ts";

/** A release as the registries of packages describe it. */
export interface Release {
  readonly version: string;
  readonly repository: Repository;
  readonly files: readonly ReleaseFile[];
}

/** At most 100 characters, the limit of the registry of MCP servers; Homebrew's is 80. */
const SUMMARY = "Local memory for AI assistants: one MCP server for all of them";

/** Clients' registry of MCP servers, `server.json` (2025-12-11): the npm package and the bundle for Claude Desktop. */
export function serverJson({ version, repository, files }: Release) {
  const bundle = findFile(files, ".mcpb");
  const transport = { type: "stdio" };
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName(repository.owner),
    title: manifest.productName,
    description: SUMMARY,
    version,
    repository: { url: repository.url, source: "github" },
    websiteUrl: repository.url,
    packages: [
      {
        registryType: "npm",
        identifier: manifest.name,
        version,
        runtimeHint: "npx",
        packageArguments: [{ type: "positional", value: "mcp" }],
        transport,
      },
      {
        registryType: "mcpb",
        identifier: downloadUrl(repository, version, bundle.name),
        fileSha256: bundle.sha256,
        version,
        transport,
      },
    ],
  };
}

/** A cask for Homebrew. `zap` is left out: memories stay when the application is removed. */
export function homebrewCask({ version, repository, files }: Release): string {
  const arm = findFile(files, "-mac-arm64.dmg");
  const intel = findFile(files, "-mac-x64.dmg");
  const file = arm.name.replace(version, "#{version}").replace("arm64", "#{arch}");
  return `cask "${manifest.name}" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${arm.sha256}",
         intel: "${intel.sha256}"

  url "${downloadUrl(repository, "#{version}", file)}"
  name "${manifest.productName}"
  desc "${SUMMARY}"
  homepage "${repository.url}"

  livecheck do
    url :url
    strategy :github_latest
  end

  auto_updates true
  depends_on macos: ">= :monterey"

  app "${manifest.productName}.app"

  uninstall quit: "app.recollect.desktop"
end
`;
}

const WINGET_VERSION = "1.10.0";

/** The three manifests of winget, by file name. */
export function wingetManifests({ version, repository, files }: Release): Record<string, string> {
  const identifier = `${repository.owner}.${manifest.productName}`;
  const installer = findFile(files, "-win-x64.exe");
  const write = (type: string, fields: string) =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${WINGET_VERSION}.schema.json
PackageIdentifier: ${identifier}
PackageVersion: ${version}
${fields}
ManifestType: ${type}
ManifestVersion: ${WINGET_VERSION}
`;
  return {
    [`${identifier}.yaml`]: write("version", "DefaultLocale: en-US"),
    [`${identifier}.installer.yaml`]: write(
      "installer",
      `InstallerType: nullsoft
Scope: user
UpgradeBehavior: install
Protocols:
- recollect
Installers:
- Architecture: x64
  InstallerUrl: ${downloadUrl(repository, version, installer.name)}
  InstallerSha256: ${installer.sha256.toUpperCase()}`,
    ),
    [`${identifier}.locale.en-US.yaml`]: write(
      "defaultLocale",
      `PackageLocale: en-US
Publisher: ${manifest.author}
PublisherUrl: ${repository.url}
PackageName: ${manifest.productName}
PackageUrl: ${repository.url}
License: ${manifest.license}
LicenseUrl: ${repository.url}/blob/v${version}/LICENSE
ShortDescription: "${SUMMARY}"
ReleaseNotesUrl: ${repository.url}/releases/tag/v${version}`,
    ),
  };
}

import type { Release } from "./registries.ts";
import { findFile, type ReleaseFile } from "./release-file.ts";

/** Returns the section of a version in the changelog. @throws Error if there is none */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}]".`);
  return section.slice(section.indexOf("\n")).trim();
}

/** The text of a release: the changes, the unsigned files, and how to check the files. */
export function releaseNotes({ version, repository, files }: Release, changelog: string): string {
  const unsigned = files.filter(({ name }) => /-unsigned\.(?:dmg|zip|exe)$/.test(name));
  return [
    changesOf(changelog, version),
    ...(unsigned.length === 0 ? [] : [unsignedText(unsigned)]),
    `## Check what you downloaded

\`\`\`
sha256sum --check --ignore-missing SHA256SUMS
gh attestation verify ${findFile(files, "-linux-x86_64.AppImage").name} --repo ${repository.owner}/${repository.name}
\`\`\`

\`recollect-${version}.cdx.json\` lists the parts of the application (CycloneDX).`,
  ].join("\n\n");
}

function unsignedText(unsigned: readonly ReleaseFile[]): string {
  const names = unsigned.map(({ name }) => `- \`${name}\``).join("\n");
  return `## Not signed

These files have no signature of a developer that the system knows. macOS and Windows warn before they open them, and on
macOS they do not update themselves.

${names}`;
}

import { findRepository } from "./repository.ts";
import { publicKeyOf } from "./sign-updates.ts";

export interface PackageTarget {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Only the unpacked application. */
  readonly directory: boolean;
}

/** The address of a build that belongs to no repository: a reserved name, which nobody can own. */
const NO_HOMEPAGE = "https://recollect.invalid";

/** Returns whether the environment has the certificate that signs applications of this platform. */
function canSign(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  return Boolean(platform === "win32" ? env.WIN_CSC_LINK || env.CSC_LINK : env.CSC_LINK);
}

/**
 * Returns electron-builder's arguments for what the environment decides: where updates come from and with which key they
 * are verified, the address in the packages, and whether the application is signed.
 *
 * Updates come from RECOLLECT_UPDATE_URL, else for installers from the releases of the repository. Without either the
 * application contains no address of updates. With a certificate an application that could not be signed fails the
 * build; without one its file names say `unsigned`.
 */
export function builderOptions({ env, platform, directory }: PackageTarget): string[] {
  const repository = findRepository(env);
  const options = [
    `-c.extraMetadata.homepage=${repository?.url ?? NO_HOMEPAGE}`,
    // Debian requires an address.
    `-c.linux.maintainer=Recollect contributors <${repository?.owner ?? "nobody"}@users.noreply.github.com>`,
  ];
  if (env.RECOLLECT_UPDATE_URL) {
    options.push("-c.publish.provider=generic", `-c.publish.url=${env.RECOLLECT_UPDATE_URL}`);
  } else if (repository !== null && !directory) {
    options.push(
      "-c.publish.provider=github",
      `-c.publish.owner=${repository.owner}`,
      `-c.publish.repo=${repository.name}`,
    );
  }
  // An unsigned application cannot be replaced on macOS, and must not be on Windows: it only reports new versions.
  const isSigned = platform === "linux" || canSign(env, platform);
  if (env.RECOLLECT_UPDATE_KEY && isSigned) {
    options.push(`-c.extraMetadata.updateKey=${publicKeyOf(env.RECOLLECT_UPDATE_KEY)}`);
  }
  if (platform === "linux" || directory) return options;
  if (canSign(env, platform)) return [...options, "-c.forceCodeSigning=true"];
  options.push(`-c.artifactName=\${productName}-\${version}-\${os}-\${arch}-unsigned.\${ext}`);
  // Apple silicon runs no program without a signature. This one names nobody.
  if (platform === "darwin") options.push("-c.mac.identity=-", "-c.mac.notarize=false");
  return options;
}

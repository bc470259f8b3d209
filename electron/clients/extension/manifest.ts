import manifest from "../../../package.json" with { type: "json" };

/** Where the stdio server lies in the bundle. */
export const SERVER_FOLDER = "server";
/** Whose rights hold for what comes by this bundle. */
const CLIENT_ID = "claude-desktop";
const SERVER_FILE = `${SERVER_FOLDER}/recollect-shim.mjs`;

/**
 * What Claude Desktop reads of a bundle (MCPB manifest 0.3): it starts the stdio shim on its own Node.
 * @param env what the shim is told beside whose it is
 */
export function extensionManifest(env: Readonly<Record<string, string>>) {
  return {
    manifest_version: "0.3",
    name: manifest.name,
    display_name: manifest.productName,
    version: manifest.version,
    description: manifest.description,
    author: { name: manifest.author },
    license: manifest.license,
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: SERVER_FILE,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${SERVER_FILE}`],
        env: { RECOLLECT_CLIENT: CLIENT_ID, ...env },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: manifest.engines.node } },
  };
}

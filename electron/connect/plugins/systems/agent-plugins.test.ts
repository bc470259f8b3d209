import { expect, it } from "vitest";
import { SOURCE } from "../testing/plugins.ts";
import { agentPlugins } from "./agent-plugins.ts";

/** The rules of Agent Plugins 1.0.0, sections 5 and 7 of its specification, for what the plugin contains. */
it("keeps the rules of the specification", () => {
  const files = agentPlugins.build(SOURCE);
  const { $schema, name, ...manifest } = JSON.parse(files["plugin.json"]?.text ?? "");
  expect($schema).toBe("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json");
  expect(name).toMatch(/^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/);
  const metadata = ["version", "description", "author", "homepage", "repository", "license", "keywords", "extensions"];
  expect(Object.keys(manifest).filter((key) => !metadata.includes(key))).toEqual([]);
  expect(Object.keys(manifest.author).filter((key) => !["name", "email", "url"].includes(key))).toEqual([]);

  const servers = JSON.parse(files["mcp.json"]?.text ?? "");
  expect(Object.keys(servers)).toEqual(["$schema", "mcpServers"]);
  expect(servers.$schema).toBe("https://agent-plugins.org/schemas/1.0.0/mcp.schema.json");
  const { type, command, ...server } = servers.mcpServers.recollect;
  expect(type).toBe("stdio");
  expect(command).toMatch(/^\.\/(?!.*\.\.)/);
  expect(files[command.slice(2)]?.executable).toBe(true);
  expect(Object.keys(server).filter((key) => !["args", "env", "cwd"].includes(key))).toEqual([]);
  const components = Object.keys(files).filter((file) => !/^(?:plugin|mcp)\.json$|^bin\//.test(file));
  expect(components.every((file) => /^skills\/[a-z0-9-]+\/SKILL\.md$/.test(file))).toBe(true);
});

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PluginInfo } from "../../electron/core/plugin.ts";
import { AGENTS, type Agent, type AgentName } from "./agents.ts";
import { type Check, optionsOf, TIMEOUT_MS } from "./check.ts";
import type { ClientHome } from "./home.ts";
import { openInTerminal } from "./live/agent-protocol.ts";
import { openModelServer } from "./model/model-server.ts";
import { runProgram } from "./run-program.ts";

const KNOWN = "Orders live in PostgreSQL";
const INVOICES = "Invoices are rendered with WeasyPrint, because LibreOffice broke the pages";
const QUESTION = "Are invoices rendered with WeasyPrint or LibreOffice, and what broke the pages?";

/** A memory as hooks add it. Some clients escape the sign. */
const quoted = (content: string) => new RegExp(`(?:>|&gt;) ${content}`);

/** Runs our command line as a person does, with the client's program on the PATH. */
async function recollect(home: ClientHome, env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> {
  const options = { env, cwd: home.project, timeoutMs: TIMEOUT_MS };
  const { code, output } = await runProgram(process.execPath, [home.shim, ...args], options);
  assert.equal(code, 0, output);
  return output;
}

/**
 * A client that is connected by file gets the plugin, by its own commands: its model sees memories at the start of a
 * session and those relevant to a prompt, and captures one through the plugin's server. Then the plugin is removed.
 */
function pluginCheck(program: AgentName): Check {
  const agent: Agent = AGENTS[program];
  return {
    program,
    name: "plugin",
    async run(file, home) {
      const model = await openModelServer();
      const options = optionsOf(file, home);
      const env = {
        ...options.env,
        PATH: [path.dirname(file), options.env.PATH].join(path.delimiter),
        RECOLLECT_DATA_DIR: home.dataFolder,
        // On a busy machine a hook is late.
        RECOLLECT_HOOK_TIMEOUT_MS: String(TIMEOUT_MS),
      };
      try {
        agent.prepare?.(home, model);
        const configuration = await home.connect(program, "stdio");
        await recollect(home, env, "capture", KNOWN);
        await recollect(home, env, "plugin", program);
        assert.doesNotMatch(readFileSync(configuration, "utf8"), /recollect-shim/, "the client's file has no entry");
        const stateOf = async () => {
          const [listed] = JSON.parse(await recollect(home, env, "plugins", "list", program, "--json")) as [PluginInfo];
          return listed.state;
        };
        assert.equal(await stateOf(), "installed");

        const live = { ...options, env };
        const client =
          program === "gemini-cli" || program === "qwen-code"
            ? openInTerminal(program, live, model)
            : await agent.open(live, model);
        try {
          assert.match(await client.call("capture_memory", { content: INVOICES }), /Captured|"created"/);
          const started = model.lastOffer()?.body ?? "";
          assert.match(started, quoted(KNOWN), "a memory at the start");
          const ours = (model.lastOffer()?.tools ?? []).filter(({ name }) => name.endsWith("capture_memory"));
          assert.equal(ours.length, 1, "one server");
          assert.ok(started.includes("remember-well"), "the skills");
          model.setQuestion(QUESTION);
          await client.call("memory_status", {});
          assert.match(model.lastOffer()?.body ?? "", quoted(INVOICES), "a memory for a prompt");
        } finally {
          await client.close();
        }
        const found = JSON.parse(await recollect(home, env, "list", "--json", "-d", "project")) as {
          readonly memories: readonly { readonly content: string; readonly client?: { readonly name: string } }[];
        };
        assert.ok(
          found.memories.some(({ content }) => content === INVOICES),
          "captured in the project",
        );

        await recollect(home, env, "plugin", program, "--remove");
        assert.equal(await stateOf(), "absent");
        assert.match(readFileSync(configuration, "utf8"), /recollect-shim/, "the client's file is restored");
        assert.ok(!existsSync(path.join(home.dataFolder, "plugins", program)), "the folder is removed");
        return "recalls at the start and for a prompt, captures, and is removed";
      } finally {
        await model.close();
      }
    },
  };
}

export const PLUGIN_CHECKS: readonly Check[] = (
  ["claude-code", "codex", "gemini-cli", "opencode", "qwen-code"] as const
).map(pluginCheck);

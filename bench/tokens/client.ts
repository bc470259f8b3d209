import { AGENTS, type Agent, type AgentName } from "../../tests/clients/agents.ts";
import { openHome } from "../../tests/clients/home.ts";
import { openModelServer } from "../../tests/clients/model/model-server.ts";
import type { Measures } from "./measures.ts";
import { CAPTURE, SEARCH } from "./samples.ts";
import { captureTenMessages, withRecollect } from "./servers.ts";

const TIMEOUT_MS = 120_000;
/** How much of the instructions identifies them in a request, in which they are escaped as JSON. */
const IDENTIFYING_LENGTH = 60;

/** Measures what a client puts before its model, connected to Recollect over stdio. */
export async function measureClient(name: AgentName, file: string): Promise<Measures> {
  const agent: Agent = AGENTS[name];
  const home = await openHome();
  const model = await openModelServer();
  try {
    const { tools: ours, instructions } = await withRecollect(home, async (client) => {
      await captureTenMessages(client);
      return { tools: (await client.listTools()).tools, instructions: client.getInstructions() ?? "" };
    });
    agent.prepare?.(home, model);
    await home.connect(name, "stdio");
    const client = await agent.open({ file, env: home.env, cwd: home.project, timeoutMs: TIMEOUT_MS }, model);
    try {
      const search = await client.call("search_memories", SEARCH);
      const offer = model.lastOffer();
      if (offer === null) throw new Error(`${name} offered no tools.`);
      const capture = await client.call("capture_memory", CAPTURE);
      const definitions = offer.tools.filter((tool) => ours.some((own) => tool.name.endsWith(own.name)));
      const shown = offer.body.includes(instructions.slice(0, IDENTIFYING_LENGTH));
      return {
        tools: JSON.stringify(definitions.map(({ definition }) => definition)),
        instructions: shown ? instructions : null,
        search,
        capture,
      };
    } finally {
      await client.close();
    }
  } finally {
    await model.close();
    await home.close();
  }
}

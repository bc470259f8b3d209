import type { Memory } from "../../core/memory.ts";
import { toDocument } from "../../mcp/resources/front-matter.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { plainText } from "../terminal.ts";

export const show: Command = {
  name: "show",
  summary: "Show one memory whole",
  usage: "<id | urn>",
  details: "Ends with 4 where there is no such memory.",
  options: {},
  words: [1, 1],
  async run(call, { app, terminal }) {
    const answer = await app.call<{ readonly memory: Memory }>("get_memory", { id: call.words[0] });
    if (call.json) terminal.print(JSON.stringify(answer.memory, null, 2));
    else terminal.print(plainText(toDocument(answer.memory)).trimEnd());
    return EXIT.ok;
  },
};

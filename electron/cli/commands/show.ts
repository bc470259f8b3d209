import { toDocument } from "../../mcp/resources/front-matter.ts";
import type { Command } from "../command.ts";
import { plainText } from "../terminal.ts";

export const show: Command = {
  name: "show",
  arguments: "<id>",
  async run(call, { app, terminal }) {
    const { memory } = await app.call("get_memory", {
      id: call.words[0],
      detail: "everything",
    });
    if (call.json) terminal.printJson(memory);
    else terminal.print(plainText(toDocument(memory)).trimEnd());
  },
};

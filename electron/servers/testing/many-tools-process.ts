/** A server on stdio with sixty tools, with the SDK. Each returns its name and its arguments. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const ACTIONS = {
  create: "Creates",
  read: "Reads",
  change: "Changes",
  delete: "Deletes",
  list: "Lists",
  send: "Sends",
};
const OBJECTS = [
  "invoice",
  "order",
  "customer",
  "product",
  "shipment",
  "refund",
  "coupon",
  "review",
  "supplier",
  "tax",
];

serveStdio(() => {
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  for (const [action, verb] of Object.entries(ACTIONS)) {
    for (const object of OBJECTS) {
      const name = `${action}_${object}`;
      const description = `${verb} one ${object} of the shop. The number is that of the ${object} in the administration.`;
      const inputSchema = z.object({
        number: z.number().describe(`The number of the ${object}.`),
        note: z.string().optional().describe("A note for the administration."),
      });
      server.registerTool(
        name,
        { description, inputSchema, annotations: { readOnlyHint: action === "read" } },
        (args) => ({
          content: [{ type: "text", text: `${name} ${JSON.stringify(args)}` }],
        }),
      );
    }
  }
  return server;
});

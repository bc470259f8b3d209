import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { CatalogResources } from "../../electron/mcp/catalog-entries.ts";
import { RecollectError } from "../../electron/text/errors.ts";
import { PNG } from "./media.ts";

const fixed: Readonly<Record<string, ReadResourceResult["contents"][number]>> = {
  "test://static-text": {
    uri: "test://static-text",
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  },
  "test://static-binary": { uri: "test://static-binary", mimeType: "image/png", blob: PNG },
  "test://watched-resource": { uri: "test://watched-resource", mimeType: "text/plain", text: "Watch this." },
};

/** The resources that the official conformance suite expects. */
export const testResources: CatalogResources = {
  templates: [
    {
      definition: {
        name: "test-template",
        uriTemplate: "test://template/{id}/data",
        description: "Data for an id.",
        mimeType: "application/json",
      },
    },
  ],
  owns: (uri) => uri.startsWith("test://"),
  list: async () =>
    Object.values(fixed).map(({ uri, mimeType }) => ({
      uri,
      name: uri.slice("test://".length),
      description: "Fixture of the conformance suite.",
      mimeType,
    })),
  async read(uri) {
    const content = fixed[uri];
    if (content !== undefined) return { contents: [content] };
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) throw new RecollectError("resource_unknown", { uri });
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
  },
};

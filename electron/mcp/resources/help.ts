import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { RecollectError } from "../../core/errors.ts";
import { helpAddress, segmentsOf } from "../addresses.ts";
import type { CatalogResources } from "../catalog.ts";
import { HELP_TOPICS } from "./help-topics.ts";

const MIME_TYPE = "text/markdown";

/** Short help, written for a model that works with the tools: `recollect://help/{topic}`. */
export function helpResources(): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "help",
          title: "Help",
          uriTemplate: "recollect://help/{topic}",
          description: `Short help. Topics: ${Object.keys(HELP_TOPICS).join(", ")}.`,
          mimeType: MIME_TYPE,
        },
        complete: {
          topic: async (value) => Object.keys(HELP_TOPICS).filter((topic) => topic.startsWith(value.toLowerCase())),
        },
      },
    ],

    owns(uri) {
      const segments = segmentsOf(uri);
      return segments?.[0] === "help" && segments.length === 2;
    },

    async list(): Promise<readonly Resource[]> {
      return Object.entries(HELP_TOPICS).map(([topic, { title }]) => ({
        uri: helpAddress(topic),
        name: `help-${topic}`,
        title: `Help: ${title}`,
        mimeType: MIME_TYPE,
      }));
    },

    async read(uri): Promise<ReadResourceResult> {
      const topic = segmentsOf(uri)?.[1] ?? "";
      const help = Object.hasOwn(HELP_TOPICS, topic) ? HELP_TOPICS[topic] : undefined;
      if (help === undefined) {
        throw new RecollectError("not_found", `There is no help on "${topic.slice(0, 100)}".`, {
          hint: `Topics: ${Object.keys(HELP_TOPICS).join(", ")}.`,
        });
      }
      const text = `# ${help.title}\n\n${help.text}\n`;
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

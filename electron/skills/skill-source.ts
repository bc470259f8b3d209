import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import type { Logger } from "../core/ports.ts";
import type { CatalogSource } from "../mcp/catalog-entries.ts";
import { RecollectError } from "../text/errors.ts";
import { readSkillFiles } from "./skill-files.ts";

/** Other servers have skills too, so ours have their own first segment. */
const PREFIX = "recollect";
const ADDRESS_START = `skill://${PREFIX}/`;
const MIME_TYPE = "text/markdown";

interface LoadedSkills {
  readonly entries: readonly Skill[];
  /** The content of each file by its address. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Serves the skills of a folder by MCP's skills extension (SEP-2640). They contain no memories, so every client may
 * read them. The folder and the SDK's code are loaded by the first request.
 */
export function createSkillSource({
  folder,
  logger,
}: {
  readonly folder: string;
  readonly logger: Logger;
}): CatalogSource {
  let loading: Promise<LoadedSkills> | null = null;

  function load(): Promise<LoadedSkills> {
    loading ??= loadSkills(folder).catch((error: unknown) => {
      loading = null;
      logger.error("The skills could not be read", { error });
      throw error;
    });
    return loading;
  }

  return {
    skills: async () => (await load()).entries,
    resources: [
      {
        templates: [
          {
            definition: {
              name: "skill",
              title: "A skill",
              uriTemplate: `${ADDRESS_START}{+path}`,
              description: "How to use Recollect for one kind of task.",
              mimeType: MIME_TYPE,
            },
          },
        ],
        canSubscribe: false,
        owns: (uri) => uri.startsWith(ADDRESS_START),

        async list() {
          // Without skills a client still gets the other resources.
          const { entries } = await load().catch((): Pick<LoadedSkills, "entries"> => ({ entries: [] }));
          return entries.map(({ uri, frontmatter: { name, description } }) => ({
            uri,
            name,
            description,
            mimeType: MIME_TYPE,
          }));
        },

        async read(uri) {
          const text = (await load()).files.get(uri);
          if (text === undefined) throw new RecollectError("resource_unknown", { uri: uri.slice(0, 300) });
          return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
        },
      },
    ],
  };
}

async function loadSkills(folder: string): Promise<LoadedSkills> {
  // It parses the front matter: the YAML parser of readSkills would stay in memory.
  const { memorySkillFiles, SkillCatalog } = await import("@modelcontextprotocol/server/ext/skills");
  const files = new Map(
    [...readSkillFiles(folder)].flatMap(([name, files]) =>
      Object.entries(files).map(([file, content]) => [`${name}/${file}`, content] as const),
    ),
  );
  const { entries } = await SkillCatalog.load(memorySkillFiles(Object.fromEntries(files)), {
    prefix: PREFIX,
    strict: true,
  });
  return { entries, files: new Map([...files].map(([path, content]) => [`${ADDRESS_START}${path}`, content])) };
}

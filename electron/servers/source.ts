import type {
  CallToolResult,
  Client,
  CompleteRequest,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Tool,
} from "@modelcontextprotocol/client";
import type { Caller, Grant, ServerGrant } from "../core/caller.ts";
import type {
  CallContext,
  CatalogEntries,
  CatalogPrompt,
  CatalogResources,
  CatalogTool,
} from "../mcp/catalog-entries.ts";
import { OWN_ADDRESS } from "../mcp/own-names.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { RequestOptions } from "./calling-client.ts";
import { inputParams } from "./input-requests.ts";
import type { ManagedServer } from "./managed-server.ts";
import { END_OF_HINT } from "./memory-hints.ts";
import type { OfferedServer } from "./offered-server.ts";
import { TOOL_NAME } from "./read-results.ts";
import { isReadOnly, unpinned } from "./tool-pins.ts";
import { type GrantedTool, searchTools, type ToolSearchDependencies } from "./tool-search.ts";

/** With more server tools than this, they are searched instead of listed, unless the grant lists all. */
const MAX_LISTED_TOOLS = 40;

/** The further dependencies of {@link serverEntries}. */
export interface SourceDependencies extends ToolSearchDependencies {
  /** Returns the hint about a server for this client. @param isListed whether it becomes part of the client's list */
  hintFor(server: string, caller: Caller, isListed: boolean): Promise<string | null>;
}

/** Returns the entries of all servers for a client. A tool that is stopped or switched off is not listed. */
export function serverEntries(
  servers: readonly OfferedServer[],
  { servers: grants = [], listAllTools = false }: Grant,
  dependencies: SourceDependencies,
): CatalogEntries {
  if (grants.length === 0) return {};
  const granted = servers.flatMap((server) => {
    const grant = grants.find((one) => one.server === server.record.id);
    return grant === undefined ? [] : [{ server, grant }];
  });
  // A grant of single tools does not include prompts and resources.
  const complete = granted.filter(({ grant }) => typeof grant.tools === "string").map(({ server }) => server);
  return {
    tools: listOrSearch(
      granted.flatMap(({ server, grant }) =>
        withHint(server, toolsOf(server, grant), dependencies).map((tool) => ({
          server: server.record.name,
          hintFor: (caller) => dependencies.hintFor(server.record.id, caller, false),
          tool,
        })),
      ),
      listAllTools,
      dependencies,
    ),
    prompts: complete.flatMap(promptsOf),
    resources: serverResources(servers, complete),
  };
}

/** The tools that are not listed can be called: a client may have read the list before it changed. */
function listOrSearch(
  granted: readonly GrantedTool[],
  listAllTools: boolean,
  dependencies: ToolSearchDependencies,
): readonly CatalogTool[] {
  if (granted.length === 0) return [];
  const listed = granted.filter(({ tool }) => tool.unlisted !== true);
  const isSearched = !listAllTools && listed.length > MAX_LISTED_TOOLS;
  return [
    ...searchTools(granted, dependencies).map((tool) => ({ ...tool, unlisted: !isSearched })),
    ...granted.map(({ tool }) => (isSearched ? { ...tool, unlisted: true } : tool)),
  ];
}

/**
 * Calls a tool for the owner, who cannot receive the server's requests.
 * @throws as {@link answer}, unless that becomes a result
 */
export async function tryTool(
  server: OfferedServer,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  onDuration: (durationMs: number | null) => void,
): Promise<CallToolResult | InputRequiredResult> {
  checkCallable(server, name);
  const requestBytes = Buffer.byteLength(JSON.stringify(args));
  const route = { signal, onprogress: null, client: null, requestBytes };
  return await server.managed.call(route, toolCall(server, name, args, null), onDuration);
}

/** @throws RecollectError if the tool is not approved or switched off; the server's ProtocolError */
function toolCall(
  server: OfferedServer,
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: CallContext | null,
) {
  return async (client: Client, options: RequestOptions): Promise<CallToolResult | InputRequiredResult> => {
    // The start has re-read the tools.
    const definition = checkCallable(server, name);
    // Without an output schema the SDK does not check the result: the client does, with the same schema.
    const toolDefinition: Tool = { ...definition, outputSchema: undefined };
    const params = { name, arguments: args, ...inputParams(client, context) };
    return await client.callTool(params, { ...options, toolDefinition, allowInputRequired: true });
  };
}

function checkCallable({ record, current }: OfferedServer, name: string): Tool {
  const pin = current().find((one) => one.name === name);
  const params = { server: record.name, tool: name.slice(0, 100) };
  if (pin === undefined || pin.state === "missing") throw new RecollectError("server_tool_missing", params);
  if (pin.state === "changed") throw new RecollectError("server_tool_changed", params);
  if (pin.approved === null) throw new RecollectError("server_tool_new", params);
  if (!pin.enabled) throw new RecollectError("server_tool_disabled", params);
  return pin.approved;
}

function toolsOf(server: OfferedServer, { tools }: ServerGrant): readonly CatalogTool[] {
  return server.pins.flatMap(({ name, state, enabled, approved, offered }) => {
    // A name may have been approved before its form was checked.
    if (approved === null || !TOOL_NAME.test(name)) return [];
    const isGranted = tools === "all" || (tools === "read-only" ? isReadOnly(approved) : tools.includes(name));
    if (!isGranted) return [];
    const exposed = server.toolNames.get(name) ?? name;
    // The original is shown if it is not a part of the name for models.
    const hasTitle = approved.title !== undefined || approved.annotations?.title !== undefined;
    const title = hasTitle || exposed.endsWith(name) ? {} : { title: name };
    return [
      {
        definition: { ...(offered === null ? {} : unpinned(offered)), ...approved, ...title, name: exposed },
        unlisted: state !== "approved" || !enabled,
        call: (args, context) => answer(server, approved, args, context),
      } satisfies CatalogTool,
    ];
  });
}

/** The description of the first listed tool starts with the hint: every client passes descriptions to its model. */
function withHint(
  { record: { id } }: OfferedServer,
  tools: readonly CatalogTool[],
  { hintFor }: SourceDependencies,
): readonly CatalogTool[] {
  const first = tools.find(({ unlisted }) => unlisted !== true);
  return tools.map((tool) => {
    if (tool !== first) return tool;
    const describe = async (caller: Caller): Promise<Tool> => {
      const hint = await hintFor(id, caller, true);
      if (hint === null) return tool.definition;
      const { description = "" } = tool.definition;
      return { ...tool.definition, description: `${hint}\n${END_OF_HINT}\n${description}` };
    };
    return { ...tool, describe };
  });
}

async function answer(
  server: OfferedServer,
  { name, outputSchema }: Tool,
  args: unknown,
  context: CallContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    checkCallable(server, name);
    const work = toolCall(server, name, (args ?? {}) as Record<string, unknown>, context);
    return await server.managed.serve(context, `tool ${name}`, work);
  } catch (error) {
    if (!(error instanceof RecollectError)) throw error;
    const body = toErrorBody(error);
    const text = [`${body.code}: ${body.message}`, body.hint].filter(Boolean).join(" ");
    // An error does not have the form that the tool declares.
    const structured = outputSchema === undefined ? { structuredContent: { ...body } } : {};
    return { isError: true, content: [{ type: "text", text }], ...structured };
  }
}

function promptsOf(server: OfferedServer): readonly CatalogPrompt[] {
  const { record, managed, promptNames } = server;
  return record.offered.prompts.map((prompt: Prompt): CatalogPrompt => {
    const { name } = prompt;
    const names = record.offered.completions ? (prompt.arguments ?? []).map((argument) => argument.name) : [];
    return {
      definition: { ...prompt, name: promptNames.get(name) ?? name },
      complete: Object.fromEntries(
        names.map((argument) => [
          argument,
          async (value, given, context) => {
            const ref = { type: "ref/prompt", name } as const;
            const params = { ref, argument: { name: argument, value }, context: { arguments: { ...given } } };
            return await completionValues(managed, context, params);
          },
        ]),
      ),
      get: (args, context) =>
        managed.serve(context, `prompt ${name}`, (client, options) =>
          client.getPrompt(
            { name, arguments: { ...args }, ...inputParams(client, context) },
            { ...options, allowInputRequired: true },
          ),
        ),
    };
  });
}

/** For clients, an address or template of several servers is prefixed with `{server}+`, which makes a new scheme. */
const SEPARATOR = "+";

/**
 * Returns the resources of servers, one family for each.
 * @param all every server, so that addresses do not depend on a client's grant
 */
function serverResources(
  all: readonly OfferedServer[],
  granted: readonly OfferedServer[],
): readonly CatalogResources[] {
  const shared = sharedBy(all.map(addressesOf));
  const withResources = granted.filter((server) => addressesOf(server).length > 0);
  return withResources.map((server) => familyOf(server, shared, withResources));
}

function familyOf(
  server: OfferedServer,
  shared: ReadonlySet<string>,
  granted: readonly OfferedServer[],
): CatalogResources {
  const { record, managed } = server;
  const { resources, templates, completions, subscriptions } = record.offered;
  const prefix = record.name + SEPARATOR;
  const exposed = (address: string) => (shared.has(address) || OWN_ADDRESS.test(address) ? prefix + address : address);
  const ownOf = (uri: string) => (uri.startsWith(prefix) ? uri.slice(prefix.length) : uri);
  const listed = new Set(resources.map(({ uri }) => uri));
  return {
    canSubscribe: subscriptions,
    ...(subscriptions ? { watch: (uri, onUpdated) => managed.subscribe(ownOf(uri), onUpdated) } : {}),
    templates: templates.map((template) => ({
      definition: { ...template, uriTemplate: exposed(template.uriTemplate) },
      complete: Object.fromEntries(
        (completions ? variablesOf(template.uriTemplate) : []).map((variable) => [
          variable,
          async (value, given, context) => {
            const ref = { type: "ref/resource", uri: template.uriTemplate } as const;
            const params = { ref, argument: { name: variable, value }, context: { arguments: { ...given } } };
            return await completionValues(managed, context, params);
          },
        ]),
      ),
    })),

    owns(uri) {
      if (uri.startsWith(prefix)) return true;
      if (OWN_ADDRESS.test(uri) || shared.has(uri)) return false;
      if (listed.has(uri)) return true;
      const others = granted.filter((other) => other !== server);
      if (others.some(({ record: other }) => other.offered.resources.some((resource) => resource.uri === uri)))
        return false;
      // A result may link to an unlisted resource. Without another server it can only be from this one.
      return templates.some((template) => matches(template.uriTemplate, uri)) || others.length === 0;
    },

    list: async () => resources.map((resource) => ({ ...resource, uri: exposed(resource.uri) })),

    async read(uri, context) {
      const own = ownOf(uri);
      const result = await managed.serve(context, `resource ${own}`, (client, options) =>
        client.readResource(
          { uri: own, ...inputParams(client, context) },
          { ...options, cacheMode: "bypass", allowInputRequired: true },
        ),
      );
      if (own === uri || !Array.isArray(result.contents)) return result;
      const { contents } = result as ReadResourceResult;
      return { ...result, contents: contents.map((content) => ({ ...content, uri: prefix + content.uri })) };
    },
  };
}

function addressesOf({ record }: OfferedServer): readonly string[] {
  const { resources, templates } = record.offered;
  return [...resources.map(({ uri }) => uri), ...templates.map(({ uriTemplate }) => uriTemplate)];
}

/** The addresses of more than one server. */
function sharedBy(lists: readonly (readonly string[])[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const list of lists) {
    for (const address of new Set(list)) {
      if (seen.has(address)) shared.add(address);
      seen.add(address);
    }
  }
  return shared;
}

/** An expression of a URI template (RFC 6570), such as `{id}` or `{+path}`. */
const EXPRESSION = /\{[+#./;?&]?([\w.,:*]+)\}/;

function variablesOf(template: string): readonly string[] {
  return [...template.matchAll(new RegExp(EXPRESSION, "g"))].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.replace(/[:*].*$/s, "")),
  );
}

/** Whether an address can come from a template: its fixed parts occur in order. Linear in the address. */
function matches(template: string, uri: string): boolean {
  const [first = "", ...rest] = template.split(new RegExp(EXPRESSION.source.replace("(", "(?:")));
  const last = rest.pop();
  if (last === undefined) return uri === first;
  if (!uri.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = uri.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return uri.length - last.length >= position && uri.endsWith(last);
}

/** Returns the values that a server suggests for an argument. */
async function completionValues(
  managed: ManagedServer,
  context: CallContext,
  params: CompleteRequest["params"],
): Promise<readonly string[]> {
  const result = await managed.serve(context, null, (client, options) => client.complete(params, options));
  return "completion" in result ? (result.completion as { values: string[] }).values : [];
}

import type { ReadResourceResult } from "@modelcontextprotocol/client";
import type { CatalogResources } from "../mcp/catalog-entries.ts";
import { completionValues } from "./completion-values.ts";
import { inputParams } from "./input-requests.ts";
import type { OfferedServer } from "./offered-server.ts";

/** For clients, an address or template of several servers is prefixed with `{server}+`, which makes a new scheme. */
const SEPARATOR = "+";

/**
 * Returns the resources of servers, one family for each.
 * @param all every server, so that addresses do not depend on a client's grant
 */
export function serverResources(
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
  const exposed = (address: string) => (shared.has(address) ? prefix + address : address);
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
      if (uri.startsWith("recollect:") || shared.has(uri)) return false;
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
    names.split(",").map((name) => name.replace(/[:*].*$/, "")),
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

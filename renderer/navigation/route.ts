const PLACES = [
  "today",
  "memories",
  "inbox",
  "conversations",
  "timeline",
  "map",
  "health",
  "activity",
  "clients",
  "servers",
  "projects",
  "spaces",
  "remoteDomains",
  "clientMemories",
  "settings",
] as const;
export type Place = (typeof PLACES)[number];
/** The places of the sidebar in their order on screen: ⌘1 opens the first. */
export const NUMBERED_PLACES: readonly Place[] = [
  "today",
  "inbox",
  "memories",
  "conversations",
  "activity",
  "clients",
  "servers",
  "settings",
];

/** Places that are views of another place, as tabs in it. */
const VIEWS_OF: Readonly<Partial<Record<Place, Place>>> = {
  timeline: "memories",
  map: "memories",
  health: "memories",
  spaces: "projects",
  remoteDomains: "projects",
  clientMemories: "clients",
};

/** The place whose views include a place; a place that is not a view is its own. */
export function areaOf(place: Place): Place {
  return VIEWS_OF[place] ?? place;
}

/** Places that had another name; bookmarks of their old addresses keep working. */
const FORMER_NAMES: ReadonlyMap<string | undefined, Place> = new Map([["overview", "timeline"]]);

/** A place with its open item and filters. Each place interprets its own `path` and `query`. */
export interface Route {
  readonly place: Place;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Parses an address such as `#/memories/all/01J…?ns=decisions`. An unknown place is Today. */
export function parseRoute(hash: string): Route {
  const [address = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [place, ...path] = address.split("/").filter((segment) => segment !== "");
  return {
    place: PLACES.find((name) => name === (FORMER_NAMES.get(place) ?? place)) ?? "today",
    path: path.map(decodeSegment),
    query: new URLSearchParams(query),
  };
}

export function formatRoute(route: Route): string {
  const address = [route.place, ...route.path].map(encodeURIComponent).join("/");
  const query = route.query.toString();
  return query === "" ? `#/${address}` : `#/${address}?${query}`;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

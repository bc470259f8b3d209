export const PLACES = ["memories", "overview", "health", "activity", "clients", "settings"] as const;
export type Place = (typeof PLACES)[number];

/** Where the window is: a place, what is open in it, and how it is filtered. Each place reads its own `path` and `query`. */
export interface Route {
  readonly place: Place;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads `#/memories/all/01J…?ns=decisions`; anything else leads to Memories. */
export function parseRoute(hash: string): Route {
  const [address = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [place, ...path] = address.split("/").filter((segment) => segment !== "");
  return {
    place: PLACES.find((name) => name === place) ?? "memories",
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

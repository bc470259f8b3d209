/** One event of a server-sent stream. */
export interface StreamEvent {
  /** The data's lines joined by line feeds; "" for an event that only carries an id. */
  readonly data: string;
  readonly id: string | null;
  readonly event: string;
}

/** Reads `text/event-stream` (WHATWG HTML, section 9.2.6) chunk by chunk; answers the events that are complete. */
export function createEventStreamReader(): (chunk: string) => StreamEvent[] {
  let rest = "";
  /** Where the search for the next line's end goes on, so that a long line is searched once. */
  let searched = 0;
  let data: string[] = [];
  let id: string | null = null;
  let event = "message";

  const readField = (line: string) => {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line.charAt(colon + 1) === " " ? colon + 2 : colon + 1);
    if (field === "data") data.push(value);
    else if (field === "id") id = value;
    else if (field === "event") event = value;
  };

  return (chunk) => {
    const events: StreamEvent[] = [];
    rest += chunk;
    let start = 0;
    for (let end = lineEnd(rest, searched); end !== -1; end = lineEnd(rest, start)) {
      const line = rest.slice(start, end);
      start = end + (rest.startsWith("\r\n", end) ? 2 : 1);
      if (line !== "") readField(line);
      else if (data.length > 0 || id !== null) {
        events.push({ data: data.join("\n"), id, event });
        data = [];
        id = null;
        event = "message";
      }
    }
    rest = rest.slice(start);
    // A carriage return at the very end may be half of a line's end.
    searched = rest.endsWith("\r") ? rest.length - 1 : rest.length;
    return events;
  };
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  const carriage = text.indexOf("\r", from);
  if (carriage === -1 || (feed !== -1 && feed < carriage)) return feed;
  return carriage === text.length - 1 ? -1 : carriage;
}

import type { ClientRequest, JsonObject } from "./client-message.ts";
import type { MessageFilter } from "./exchange.ts";
import { findMember, firstMemberName } from "./member-scanner.ts";

const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
const ACKNOWLEDGED = JSON.stringify("notifications/subscriptions/acknowledged");

/** Follows one `subscriptions/listen`, whose stream may be opened several times for one request of the client's. */
export interface ListenFollower {
  /**
   * What the client sees: the first acknowledgement, later ones as notifications of what may have changed meanwhile;
   * and no result by which a server that stops ends its streams.
   */
  readonly filter: MessageFilter;
  /** The stream was open once, and the client still listens: open it again. */
  readonly open: boolean;
}

export function createListenFollower(request: ClientRequest): ListenFollower {
  let open = false;
  return {
    filter(message, isResponse) {
      if (isResponse) {
        if (open && firstMemberName(message, "result", "error") === "result") return [];
        open = false;
        return [message];
      }
      if (findMember(message, "method")?.raw !== ACKNOWLEDGED) return [message];
      const repeated = open;
      // A stream that has nothing to tell is answered at once; that result is the client's.
      open = honouredCount(message) > 0;
      return repeated ? possibleChanges(request) : [message];
    },
    get open() {
      return open;
    },
  };
}

function honouredCount(acknowledgement: string): number {
  const { params } = JSON.parse(acknowledgement) as { params?: { notifications?: JsonObject } };
  return Object.keys(params?.notifications ?? {}).length;
}

/** What changed while nobody listened is not known, so the client is told to look. */
function possibleChanges(request: ClientRequest): string[] {
  const filter = (request.params.notifications ?? {}) as JsonObject;
  const uris = Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : [];
  // The subscription's id is the request's own, as it stands in its text.
  const meta = `"_meta":{"${SUBSCRIPTION_ID}":${request.id}}`;
  const listChanged = `{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{${meta}}}`;
  return [
    ...(filter.resourcesListChanged === true ? [listChanged] : []),
    ...uris.map(
      (uri: unknown) =>
        `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":${JSON.stringify(uri)},${meta}}}`,
    ),
  ];
}

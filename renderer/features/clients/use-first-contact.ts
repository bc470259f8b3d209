import { useState } from "react";
import type { ClientActivity } from "../../../electron/ipc/contract.ts";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { type Contact, contactAfter } from "./first-contact.ts";

/** Listens for the client of a configuration from now on; who was known at that moment is no news. */
export function useFirstContact(configurationId: string, known: readonly ClientActivity[]): Contact {
  const [knownNames] = useState(() => new Set(known.map((client) => client.name)));
  const [contact, setContact] = useState<Contact>({ kind: "waiting" });
  useBridgeEvent("requests.recorded", (requests) =>
    setContact((current) => contactAfter(current, requests, configurationId, knownNames)),
  );
  return contact;
}

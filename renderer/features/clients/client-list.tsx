import type { KeyboardEvent } from "react";
import type { ClientActivity, ClientConfiguration, ClientGrant } from "../../../electron/ipc/contract.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { ClientRow } from "./client-row.tsx";
import { isClient } from "./first-contact.ts";
import { useNow } from "./use-now.ts";

interface ClientListProps {
  readonly clients: readonly ClientActivity[];
  readonly configurations: readonly ClientConfiguration[];
  readonly grants: readonly ClientGrant[];
}

/** Who is connected, and who was. Enter leads to a client's requests. */
export function ClientList({ clients, configurations, grants }: ClientListProps) {
  const text = useText().clients;
  const now = useNow();
  const { navigate } = useNavigation();
  const groups = [
    { name: text.connectedNow, clients: clients.filter((client) => client.connected) },
    { name: text.seenBefore, clients: clients.filter((client) => !client.connected) },
  ].filter((group) => group.clients.length > 0);
  const titleOf = (name: string) => configurations.find((known) => isClient(name, known.id))?.title ?? name;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={moveFocus}>
      {groups.map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h2 className="px-4 pt-4 pb-1 text-sm text-ink-faint">{group.name}</h2>
          <ul className="border-t border-line">
            {group.clients.map((client) => (
              <ClientRow
                key={`${client.name} ${client.version}`}
                client={client}
                grant={grants.find(({ subject }) => subject === client.subject)}
                title={titleOf(client.name)}
                now={now}
                onOpen={() => navigate({ place: "activity", query: { client: client.name } })}
                onOpenAccess={() => navigate({ place: "clients", path: ["access", client.subject ?? client.name] })}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Arrows go from row to row. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll("button")];
  const target = rows[rows.findIndex((row) => row.contains(document.activeElement)) + step];
  if (step !== 0 && target !== undefined) {
    event.preventDefault();
    target.focus();
  }
}

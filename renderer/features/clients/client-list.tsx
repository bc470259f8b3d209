import type { KeyboardEvent, ReactNode } from "react";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import type { ClientEntries, SeenClient } from "./client-entries.ts";
import { ClientRow } from "./client-row.tsx";
import { UnseenRow } from "./unseen-row.tsx";
import { useNow } from "./use-now.ts";

/** Who is connected, who was, and who may come. Enter leads to a client's requests, or to where it is connected. */
export function ClientList({ entries }: { readonly entries: ClientEntries }) {
  const text = useText().clients;
  const now = useNow();
  const { navigate } = useNavigation();
  const openAccess = (subject: string) => navigate({ place: "clients", path: ["access", subject] });
  const seenRow = ({ client, title, grant, tokenName }: SeenClient) => (
    <ClientRow
      key={`${client.name} ${client.version}`}
      client={client}
      grant={grant}
      title={title}
      tokenName={tokenName}
      now={now}
      onOpen={() => navigate({ place: "activity", query: { client: client.name } })}
      onOpenAccess={() => openAccess(client.subject ?? client.name)}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={moveFocus}>
      <Group title={text.connectedNow}>{entries.connected.map(seenRow)}</Group>
      <Group title={text.seenBefore}>{entries.seenBefore.map(seenRow)}</Group>
      <Group title={text.notSeen}>
        {entries.unseen.map((entry) => (
          <UnseenRow
            key={entry.subject}
            entry={entry}
            now={now}
            onOpen={() =>
              entry.isKnown
                ? navigate({ place: "clients", path: ["connect", entry.subject] })
                : openAccess(entry.subject)
            }
            onOpenAccess={() => openAccess(entry.subject)}
          />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-4 pt-4 pb-1 text-sm text-ink-faint">{title}</h2>
      <ul className="border-t border-line">{children}</ul>
    </section>
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

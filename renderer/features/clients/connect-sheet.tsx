import { Check } from "lucide-react";
import { useId } from "react";
import type { KnownClient } from "../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pane } from "../../ui/pane.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConnectSteps } from "./connect-steps.tsx";

interface ConnectSheetProps {
  /** The id of a client; null for the first that is installed. */
  readonly pickedId: string | null;
  readonly onPick: (id: string) => void;
  readonly onInstructions: () => void;
  readonly onClose: () => void;
}

/** Connects a client: choose it, write its file or copy the configuration, and wait for its first request. */
export function ConnectSheet({ pickedId, onPick, onInstructions, onClose }: ConnectSheetProps) {
  const { common } = useText();
  const text = useText().clients.sheet;
  const configurations = useBridgeQuery("clients.configurations", {});
  const known = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const seen = useBridgeQuery("clients.list", {});
  const clients = known.data?.map((each) => (each.isGeneric ? { ...each, title: text.anyOther } : each));
  const client =
    clients?.find(({ id }) => id === pickedId) ?? clients?.find(({ installed }) => installed) ?? clients?.[0];
  const configuration = configurations.data?.find(({ id }) => id === client?.id);
  const failed = [configurations, known].find((query) => query.isError);
  return (
    <Pane title={common.connectClient} onClose={onClose}>
      {clients === undefined || configurations.data === undefined || seen.isPending ? (
        failed !== undefined ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton shape="lines" rows={6} />
        )
      ) : client === undefined || configuration === undefined ? (
        <p className="text-ink-soft">{text.none}</p>
      ) : (
        <>
          <ClientPicker clients={clients} pickedId={client.id} onPick={onPick} />
          <ConnectSteps
            key={client.id}
            client={client}
            configuration={configuration}
            seen={seen.data ?? []}
            onInstructions={onInstructions}
          />
        </>
      )}
    </Pane>
  );
}

interface ClientPickerProps {
  readonly clients: readonly KnownClient[];
  readonly pickedId: string;
  readonly onPick: (id: string) => void;
}

/** The supported clients: the installed ones first, with a check mark on those whose file has our entry. */
function ClientPicker({ clients, pickedId, onPick }: ClientPickerProps) {
  const text = useText().clients.sheet;
  const name = useId();
  const installed = clients.filter((client) => client.installed);
  const groups = [
    { title: text.installed, clients: installed },
    { title: installed.length === 0 ? text.pick : text.others, clients: clients.filter((client) => !client.installed) },
  ].filter((group) => group.clients.length > 0);
  return (
    <div className="space-y-3">
      {groups.map((group) => (
        <fieldset key={group.title} className="flex flex-wrap gap-1.5">
          <legend className="mb-1.5 text-sm text-ink-faint">{group.title}</legend>
          {group.clients.map((client) => (
            <label
              key={client.id}
              className="relative flex items-center gap-1 rounded-md px-2.5 py-1 text-ink-soft shadow-[inset_0_0_0_1px_var(--line-strong)] transition-colors hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent-text has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:border forced-colors:has-checked:outline-2"
            >
              <input
                type="radio"
                name={name}
                checked={client.id === pickedId}
                onChange={() => onPick(client.id)}
                className="absolute inset-0 opacity-0"
              />
              {client.title}
              {client.state === "connected" && (
                <>
                  <Check size={13} className="text-good-text" aria-hidden />
                  <span className="sr-only">{text.isConnected}</span>
                </>
              )}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ClientPicker } from "./client-picker.tsx";
import { ConnectSteps } from "./connect-steps.tsx";
import { ANY_OTHER_ID } from "./first-contact.ts";
import { Pane } from "./pane.tsx";

interface ConnectSheetProps {
  /** A configuration's id; null for the first. */
  readonly pickedId: string | null;
  readonly onPick: (id: string) => void;
  readonly onInstructions: () => void;
  readonly onClose: () => void;
}

/** Connects a client: pick it, have its file written or copy the configuration, see it speak. */
export function ConnectSheet({ pickedId, onPick, onInstructions, onClose }: ConnectSheetProps) {
  const text = useText().clients.sheet;
  const configurations = useBridgeQuery("clients.configurations", {});
  const catalogue = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const known = useBridgeQuery("clients.list", {});
  const clients = catalogue.data?.map((each) => (each.id === ANY_OTHER_ID ? { ...each, title: text.anyOther } : each));
  const client =
    clients?.find(({ id }) => id === pickedId) ?? clients?.find(({ installed }) => installed) ?? clients?.[0];
  const configuration = configurations.data?.find(({ id }) => id === client?.id);
  const failed = [configurations, catalogue].find((query) => query.isError);
  return (
    <Pane title={text.title} onClose={onClose}>
      {clients === undefined || configurations.data === undefined || known.isPending ? (
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
            known={known.data ?? []}
            onInstructions={onInstructions}
          />
        </>
      )}
    </Pane>
  );
}

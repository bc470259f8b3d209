import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ClientPicker } from "./client-picker.tsx";
import { ConnectSteps } from "./connect-steps.tsx";

interface ConnectSheetProps {
  /** A configuration's id; null for the first. */
  readonly pickedId: string | null;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}

/** Connects a client: pick it, have its file written or copy the configuration, see it speak. */
export function ConnectSheet({ pickedId, onPick, onClose }: ConnectSheetProps) {
  const text = useText().clients.sheet;
  const configurations = useBridgeQuery("clients.configurations", {});
  const catalogue = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const known = useBridgeQuery("clients.list", {});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      onClose();
    }
  };

  const clients = catalogue.data;
  const client =
    clients?.find(({ id }) => id === pickedId) ?? clients?.find(({ installed }) => installed) ?? clients?.[0];
  const configuration = configurations.data?.find(({ id }) => id === client?.id);
  const failed = [configurations, catalogue].find((query) => query.isError);
  return (
    <section aria-label={text.title} className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="flex-1 font-medium outline-hidden">
          {text.title}
        </h2>
        <IconButton label={text.close} keys="escape" icon={X} size="small" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-6">
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
            <ConnectSteps key={client.id} client={client} configuration={configuration} known={known.data ?? []} />
          </>
        )}
      </div>
    </section>
  );
}

import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Pane } from "../pane.tsx";
import { GrantSettings } from "./grant-settings.tsx";

interface AccessPaneProps {
  /** Whom the client's token was made for. */
  readonly subject: string;
  /** The client's name as people know it. */
  readonly title: string;
  /** Whether it is a client of the catalogue. */
  readonly isKnown: boolean;
  readonly onClose: () => void;
}

/** What one client may do, and its token. */
export function AccessPane({ subject, title, isKnown, onClose }: AccessPaneProps) {
  const text = useText().clients.access;
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const grant = grants.data?.find((one) => one.subject === subject);
  return (
    <Pane title={text.title(title)} onClose={onClose}>
      {grants.isError ? (
        <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
      ) : grants.data === undefined ? (
        <Skeleton shape="lines" rows={6} />
      ) : grant === undefined ? (
        <p className="text-ink-soft">{text.none}</p>
      ) : (
        <GrantSettings grant={grant} title={title} isKnown={isKnown} />
      )}
    </Pane>
  );
}

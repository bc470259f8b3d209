import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
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
        <NoGrant subject={subject} isKnown={isKnown} onMade={() => void grants.refetch()} />
      ) : (
        <GrantSettings grant={grant} title={title} isKnown={isKnown} />
      )}
    </Pane>
  );
}

interface NoGrantProps {
  readonly subject: string;
  readonly isKnown: boolean;
  readonly onMade: () => void;
}

/** A client without a token of its own; what a known one may do can be decided before it comes. */
function NoGrant({ subject, isKnown, onMade }: NoGrantProps) {
  const text = useText().clients.access;
  const make = useBridgeMutation("clients.updateGrant", { onSuccess: onMade });
  if (!isKnown) return <p className="text-ink-soft">{text.none}</p>;
  return (
    <>
      <p className="text-ink-soft">{text.notYet}</p>
      <Button className="mt-3" disabled={make.isPending} onClick={() => make.mutate({ subject })}>
        {text.decide}
      </Button>
      {make.isError && (
        <div className="mt-2">
          <ErrorState error={make.error} inline />
        </div>
      )}
    </>
  );
}

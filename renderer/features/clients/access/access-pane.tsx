import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { GrantSettings } from "./grant-settings.tsx";

interface AccessPaneProps {
  /** Whom the client's token was made for. */
  readonly subject: string;
  /** The client's name as people know it. */
  readonly title: string;
  readonly onClose: () => void;
}

/** What one client may do, and its token. */
export function AccessPane({ subject, title, onClose }: AccessPaneProps) {
  const text = useText().clients.access;
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const grant = grants.data?.find((one) => one.subject === subject);
  return (
    <section aria-label={text.title(title)} className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="flex-1 truncate font-medium outline-hidden">
          {text.title(title)}
        </h2>
        <IconButton label={text.close} keys="escape" icon={X} size="small" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-6">
        {grants.isError ? (
          <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
        ) : grants.data === undefined ? (
          <Skeleton shape="lines" rows={6} />
        ) : grant === undefined ? (
          <p className="text-ink-soft">{text.none}</p>
        ) : (
          <GrantSettings grant={grant} title={title} />
        )}
      </div>
    </section>
  );
}

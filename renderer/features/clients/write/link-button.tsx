import { ExternalLink } from "lucide-react";
import type { CatalogueClient } from "../../../../electron/ipc/contract.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";

/** Has the client add us by its own link: opened by the application, or followed by the browser this page is in. */
export function LinkButton({ client }: { readonly client: CatalogueClient }) {
  const text = useText().clients.write;
  const { host } = useBridge();
  const open = useBridgeMutation("connections.openLink");
  const { deepLink } = client;
  if (deepLink === null) return null;
  const follow = () => {
    if (host === "desktop") open.mutate({ clientId: client.id });
    else window.location.assign(deepLink);
  };
  return (
    <div className="mt-3">
      <Button icon={ExternalLink} onClick={follow}>
        {text.openIn(client.title)}
      </Button>
      <span className="ml-2 text-sm text-ink-faint">{text.linkHint}</span>
      {open.isError && (
        <div className="mt-2">
          <ErrorState error={open.error} inline />
        </div>
      )}
    </div>
  );
}

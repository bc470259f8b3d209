import { CircleAlert, X } from "lucide-react";
import type { ErrorBody } from "../../electron/text/errors.ts";
import { useAction, useBridge, useBridgeQuery } from "../data/use-bridge.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { errorSentence } from "../ui/states.tsx";
import { useToast } from "../ui/toast.tsx";

/** Problems that need the owner, shown above every place with an action that leads to the remedy. */
export function Alerts() {
  const session = useBridge().sessionId();
  const alerts = useBridgeQuery("app.status", {}).data?.alerts ?? [];
  // The owner knows this tab's own actions.
  return alerts
    .filter(({ details }) => session === null || details?.session !== session)
    .map((alert) => <Alert key={keyOf(alert)} alert={alert} />);
}

function keyOf({ details, message }: ErrorBody): string {
  return String(details?.alert ?? details?.reason ?? message);
}

/** The place with the remedy, if it is not Settings. */
const REMEDY_PLACES: Readonly<Record<string, Place>> = {
  token_issued: "clients",
  tokens_renewed: "clients",
  server_tools_stopped: "servers",
  space_not_synchronised: "spaces",
  spaces_file_damaged: "spaces",
};

/** The open item with the remedy: a setting, a space, the tool of a server, or the server of several tools. */
function remedyPath(details: ErrorBody["details"] = {}): readonly string[] {
  const { reason, id, tools } = details;
  if (reason === "port_taken") return ["connection", "port"];
  if (reason === "keychain_closed" || reason === "keychain_lost") return ["data", "secrets"];
  if (reason === "space_not_synchronised") return [String(id)];
  if (reason !== "server_tools_stopped") return [];
  const [tool, ...others] = tools as readonly string[];
  return tool === undefined || others.length > 0 ? [String(id)] : [String(id), "tools", tool];
}

/** Tries to listen on the same port again, after the other program has released it. */
function RetryButton() {
  const text = useText();
  const toast = useToast();
  const serve = useAction("app.setServing", {
    onSuccess: ({ serving }) => {
      if (serving === "failed") toast.show(text.frame.stillTaken, { tone: "bad" });
    },
  });
  return (
    <Button size="small" disabled={serve.isPending} onClick={() => serve.mutate({ serving: true })}>
      {text.common.retry}
    </Button>
  );
}

/** Renews the tokens that another program may have received. The next alert says which. */
function RenewButton() {
  const text = useText();
  const renew = useAction("connections.renewTokens");
  return (
    <Button size="small" disabled={renew.isPending} onClick={() => renew.mutate({})}>
      {text.frame.renewTokens}
    </Button>
  );
}

/** Removes an alert about a past event. */
function DismissButton({ alert }: { readonly alert: string }) {
  const text = useText();
  const dismiss = useAction("app.dismissAlert", { stores: ["app.status", {}] });
  return (
    <IconButton
      label={text.common.dismiss}
      icon={X}
      size="small"
      disabled={dismiss.isPending}
      onClick={() => dismiss.mutate({ alert })}
    />
  );
}

function Alert({ alert }: { readonly alert: ErrorBody }) {
  const text = useText();
  const { navigate, route } = useNavigation();
  const reason = String(alert.details?.reason);
  const remedy = text.frame.alerts[reason as keyof typeof text.frame.alerts];
  const place = REMEDY_PLACES[reason] ?? "settings";
  const path = remedyPath(alert.details);
  const isThere = route.place === place && path.every((part, index) => route.path[index] === part);
  const id = alert.details?.alert;
  return (
    <div role="alert" className="flex items-center gap-3 border-b border-line bg-bad-soft px-4 py-1.5 text-bad-text">
      <CircleAlert size={14} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1" data-selectable>
        {errorSentence(alert, text)}
      </p>
      {reason === "port_taken" && <RetryButton />}
      {reason === "port_was_foreign" && <RenewButton />}
      {remedy !== undefined && !isThere && (
        <Button size="small" onClick={() => navigate({ place, path })}>
          {remedy}
        </Button>
      )}
      {typeof id === "string" && <DismissButton alert={id} />}
    </div>
  );
}

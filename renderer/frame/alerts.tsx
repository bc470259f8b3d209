import { CircleAlert } from "lucide-react";
import type { ErrorBody } from "../../electron/core/errors.ts";
import { BridgeError } from "../bridge.ts";
import { useBridgeMutation, useBridgeQuery } from "../data/use-bridge-query.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { errorSentence } from "../ui/error-state.tsx";
import { useToast } from "../ui/toast.tsx";

/** Problems that need the owner, shown above every place with an action that leads to the remedy. */
export function Alerts() {
  const alerts = useBridgeQuery("app.status", {}).data?.alerts ?? [];
  return alerts.map((alert) => <Alert key={String(alert.details?.reason ?? alert.message)} alert={alert} />);
}

/** Tries to listen on the same port again, after the other program has released it. */
function RetryButton() {
  const text = useText();
  const toast = useToast();
  const serve = useBridgeMutation("app.setServing", {
    onSuccess: ({ serving }) => {
      if (serving === "failed") toast.show({ message: text.frame.stillTaken, tone: "bad" });
    },
    onError: (error) => toast.show({ message: errorSentence(error, text), tone: "bad" }),
  });
  return (
    <Button size="small" disabled={serve.isPending} onClick={() => serve.mutate({ serving: true })}>
      {text.common.retry}
    </Button>
  );
}

function Alert({ alert }: { readonly alert: ErrorBody }) {
  const text = useText();
  const { navigate, route } = useNavigation();
  const reason = String(alert.details?.reason);
  const remedy = text.frame.alerts[reason as keyof typeof text.frame.alerts];
  return (
    <div role="alert" className="flex items-center gap-3 border-b border-line bg-bad-soft px-4 py-1.5 text-bad-text">
      <CircleAlert size={14} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1" data-selectable>
        {errorSentence(new BridgeError(alert), text)}
      </p>
      {reason === "port_taken" && <RetryButton />}
      {remedy !== undefined && route.place !== "settings" && (
        <Button size="small" onClick={() => navigate({ place: "settings" })}>
          {remedy}
        </Button>
      )}
    </div>
  );
}

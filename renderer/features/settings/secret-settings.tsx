import { useState } from "react";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Setting } from "../../ui/setting.tsx";

/** Where the secrets lie, and what to do where the keychain does not give them back. */
export function SecretSettings() {
  const text = useText().settings.secrets;
  const status = useBridgeQuery("secrets.status", {});
  const [asking, setAsking] = useState(false);
  const onSettled = () => void status.refetch();
  const tryAgain = useBridgeMutation("secrets.tryAgain", { onSettled });
  const move = useBridgeMutation("secrets.move", { onSettled });
  const replaceKey = useBridgeMutation("secrets.replaceKey", { onSettled });
  const pending = tryAgain.isPending || move.isPending || replaceKey.isPending;
  const failure = [tryAgain, move, replaceKey].find(({ isError }) => isError)?.error;
  const secrets = status.data;
  if (secrets === undefined) {
    return status.isError ? <ErrorState inline error={status.error} onRetry={onSettled} /> : null;
  }
  const other = secrets.place === "keychain" ? "file" : "keychain";
  return (
    <Setting name={text.title} hint={secrets.problem === null ? text.hint[secrets.place] : undefined}>
      {secrets.problem === null ? (
        <>
          <span>{secrets.place === "file" && !secrets.hasKeychain ? text.noKeychain : text.place[secrets.place]}</span>
          {secrets.hasKeychain && (
            <Button size="small" disabled={pending} onClick={() => move.mutate({ place: other })}>
              {text.move[other]}
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="w-full text-bad-text">{text.problem[secrets.problem]}</p>
          <Button size="small" disabled={pending} onClick={() => tryAgain.mutate({})}>
            {text.tryAgain}
          </Button>
          <Button size="small" disabled={pending} onClick={() => setAsking(true)}>
            {text.replace}
          </Button>
        </>
      )}
      {failure !== undefined && secrets.problem === null && <ErrorState inline error={failure} />}
      <ConfirmDialog
        open={asking}
        title={text.replaceTitle}
        description={text.replaceDescription}
        action={text.replaceAction}
        onConfirm={() => replaceKey.mutate({})}
        onClose={() => setAsking(false)}
      />
    </Setting>
  );
}

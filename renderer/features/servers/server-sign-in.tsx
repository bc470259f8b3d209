import { ExternalLink, LogIn, LogOut } from "lucide-react";
import type { ServerSignIn, ServerSummary } from "../../../electron/core/servers.ts";
import { errorText } from "../../../electron/text/error-text.ts";
import { BridgeError } from "../../bridge.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useSeconds } from "../../ui/relative-time.tsx";
import { useSignIn } from "./use-servers.ts";

type SignInActions = ReturnType<typeof useSignIn>;

/** The reasons for a sign-in. Their hints are for clients; here the button is the remedy. */
const NEEDS = new Set<unknown>(["server_sign_in_needed", "server_sign_in_expired", "server_sign_in_scope"]);

/** The owner's sign-in at a server: a button to start it, the wait for the browser, or a button to sign out. */
export function SignInPart({ server }: { readonly server: ServerSummary }) {
  const words = useText().servers.signIn;
  const actions = useSignIn(server);
  const { signIn } = server;
  if (signIn === null) return null;
  return (
    <section aria-label={words.title} className="mt-3 rounded-md bg-sunken px-3 py-2.5 forced-colors:border">
      {signIn.state === "needed" && <Needed signIn={signIn} actions={actions} />}
      {signIn.state === "waiting" && <Waiting actions={actions} />}
      {signIn.state === "done" && (
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1">{words.done}</p>
          <Button size="small" icon={LogOut} disabled={actions.isBusy} onClick={actions.signOut}>
            {words.out}
          </Button>
        </div>
      )}
    </section>
  );
}

function Needed({ signIn: { problem }, actions }: { readonly signIn: ServerSignIn; readonly actions: SignInActions }) {
  const text = useText();
  const words = text.servers.signIn;
  const isNeed = problem === null || NEEDS.has(problem.details?.reason);
  return (
    <>
      <p className="font-medium">{problem === null || !isNeed ? words.needed : errorText(problem, text).message}</p>
      <p className="mt-0.5 text-ink-soft">{words.neededText}</p>
      {!isNeed && <ErrorState error={new BridgeError(problem)} inline className="mt-2" />}
      <Button variant="primary" icon={LogIn} className="mt-2.5" disabled={actions.isBusy} onClick={actions.start}>
        {actions.isBusy ? words.opening : words.start}
      </Button>
    </>
  );
}

function Waiting({ actions }: { readonly actions: SignInActions }) {
  const text = useText();
  const words = text.servers.signIn;
  const seconds = useSeconds();
  return (
    <>
      <p role="status" className="font-medium">
        {words.waiting}
      </p>
      <div className="mt-2">
        <ProgressBar label={words.waiting} valueText={words.seconds(seconds)} />
      </div>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button icon={ExternalLink} disabled={actions.isBusy} onClick={actions.start}>
          {words.open}
        </Button>
        <Button disabled={actions.isBusy} onClick={actions.cancel}>
          {text.common.cancel}
        </Button>
      </div>
    </>
  );
}

import { type ReactNode, useSyncExternalStore } from "react";
import { useBridge } from "../data/use-bridge.tsx";
import { useText } from "../text/use-text.ts";

/** Shows the window to a tab that is signed in, and to any other how to sign in. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge();
  const text = useText().common;
  const isSignedIn = useSyncExternalStore(bridge.onSignedOut, bridge.isSignedIn);
  if (isSignedIn) return children;
  if (bridge.isReplaced()) {
    return (
      <main className="mx-auto flex h-full max-w-136 flex-col justify-center gap-3 p-8">
        <h1 className="text-lg font-semibold">{text.replacedTitle}</h1>
        <p className="text-ink-soft">{text.replacedText}</p>
      </main>
    );
  }
  return (
    <main className="mx-auto flex h-full max-w-136 flex-col justify-center gap-3 p-8">
      <h1 className="text-lg font-semibold">{text.signedOutTitle}</h1>
      <p className="text-ink-soft">{text.signedOutText}</p>
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>
          {text.signedOutStepRun} <Command line="recollect serve" /> {text.signedOutStepCheckout}{" "}
          <Command line="npm run headless" />
        </li>
        <li>{text.signedOutStepOpen}</li>
      </ol>
    </main>
  );
}

function Command({ line }: { readonly line: string }) {
  return (
    <code className="rounded bg-hover px-1.5 py-0.5 font-mono text-sm" data-selectable>
      {line}
    </code>
  );
}

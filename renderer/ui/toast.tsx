import { Toast as Base } from "@base-ui/react/toast";
import clsx from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useText } from "../text/use-text.ts";
import { IconButton } from "./button.tsx";
import { errorSentence } from "./states.tsx";

export interface ToastOptions {
  readonly tone?: "plain" | "bad";
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Shows short messages at the foot of the window. The returned object and its functions are stable. */
export function useToast() {
  const text = useText();
  const { add, close } = Base.useToastManager();
  return useMemo(() => {
    /** @returns a function that closes the toast */
    const show = (message: string, { tone = "plain", action }: ToastOptions = {}): (() => void) => {
      const id = add({
        title: message,
        type: tone,
        timeout: action === undefined && tone === "plain" ? 3_000 : 8_000,
        priority: tone === "bad" ? "high" : "low",
        actionProps: action && {
          children: action.label,
          onClick: () => {
            close(id);
            action.run();
          },
        },
      });
      return () => close(id);
    };
    /** Shows an error with its remedy. */
    const fail = (error: unknown) => void show(errorSentence(error, text), { tone: "bad" });
    /** Copies a text to the clipboard. @param done the message after it; `failed` replaces the reason of a failure */
    const copy = (value: string, done: string, failed?: string) =>
      void navigator.clipboard.writeText(value).then(
        () => show(done),
        (error) => (failed === undefined ? fail(error) : show(failed, { tone: "bad" })),
      );
    return { show, fail, copy };
  }, [text, add, close]);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const text = useText();
  return (
    <Base.Provider limit={1}>
      {children}
      <Base.Portal>
        <Base.Viewport
          aria-label={text.common.notifications}
          className="fixed bottom-(--toast-bottom) left-1/2 z-50 flex w-fit max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col items-center gap-2"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const text = useText();
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection="down"
      className={clsx(
        "rounded-lg bg-raised shadow-popup transition-[opacity,translate] duration-150 data-ending-style:translate-y-1 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-1 data-starting-style:opacity-0 forced-colors:border",
        toast.type === "bad" ? "text-bad-text" : "text-ink",
      )}
    >
      <Base.Content className="flex items-center gap-1 py-1.5 pr-1.5 pl-3.5">
        {/* Not a heading: it is a message, not a part of the page. */}
        <Base.Title render={<p />} className="max-w-120 pr-2 text-base font-normal" />
        <Base.Action className="h-6 rounded-md px-2 font-medium text-accent-text hover:bg-hover" />
        <Base.Close render={<IconButton label={text.common.dismiss} icon={X} size="small" />} />
      </Base.Content>
    </Base.Root>
  ));
}

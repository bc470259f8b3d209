import clsx from "clsx";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { matchedParts } from "../commands/match-words.ts";
import { useText } from "../text/use-text.ts";
import { CopyButton } from "./button.tsx";
import { Code } from "./inline-text.tsx";
import { MarkedParts } from "./marked.tsx";

/** The setting that was asked for by its name, and the words of the search that found it. */
interface SoughtSetting {
  readonly name: string | null;
  readonly query: string;
}

/** Inside it, the sought setting is scrolled to, takes the focus and is highlighted. */
export const SoughtSettingContext = createContext<SoughtSetting>({ name: null, query: "" });

const CHOSEN = 'input[type="radio"]:checked';
const CONTROLS = 'input:not([type="hidden"]), button:not(:disabled), [role="switch"], textarea, a[href]';

export function SettingGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line py-5 first:border-0">
      <h2 className="mb-3 font-semibold">{title}</h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

interface SettingProps {
  readonly name: string;
  /** The effect of the setting, or why it is not available. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** A setting: name, control, and a hint below. */
export function Setting({ name, hint, children }: SettingProps) {
  const sought = useContext(SoughtSettingContext);
  const isSought = sought.name === name;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSought) return;
    row.current?.scrollIntoView({ block: "center" });
    const control =
      row.current?.querySelector<HTMLElement>(CHOSEN) ?? row.current?.querySelector<HTMLElement>(CONTROLS);
    control?.focus({ preventScroll: true });
  }, [isSought]);
  return (
    <div
      ref={row}
      data-sought={isSought ? "" : undefined}
      className={clsx(
        "grid grid-cols-[132px_minmax(0,1fr)] gap-x-4 max-[620px]:grid-cols-1 max-[620px]:gap-y-1",
        isSought && "-mx-2 rounded-md bg-accent-soft px-2 py-1.5",
      )}
    >
      <div className={clsx("leading-7", isSought ? "text-ink" : "text-ink-soft")}>
        <MarkedParts text={name} parts={matchedParts(name, sought.query)} />
      </div>
      <div className="min-w-0">
        <div className="flex min-h-7 flex-wrap items-center gap-2">{children}</div>
        {hint !== undefined && <div className="mt-1 text-sm text-ink-faint">{hint}</div>}
      </div>
    </div>
  );
}

interface OfferProps {
  readonly text: string;
  /** The button that accepts it. */
  readonly children: ReactNode;
}

/** A line that offers something which was found on this computer. */
export function Offer({ text, children }: OfferProps) {
  return (
    <div role="note" className="flex w-full flex-wrap items-center gap-3 rounded-md bg-hover px-3 py-2">
      <span className="min-w-50 flex-1">{text}</span>
      {children}
    </div>
  );
}

/** The path of a folder, which can be selected and copied. */
export function FolderPath({ path }: { readonly path: string }) {
  const { common } = useText();
  return (
    <>
      <Code className="min-w-0 break-all">{path}</Code>
      <CopyButton size="small" variant="quiet" value={path} label={common.copyPath} />
    </>
  );
}

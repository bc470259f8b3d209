import { useEffect, useState } from "react";
import { useText } from "../../text/use-text.ts";
import { Disclosure } from "./disclosure.tsx";

/** After how long help is opened unasked, in milliseconds: by then most clients have spoken. */
const LATE_MS = 20_000;

interface ContactHelpProps {
  /** The client's id in the catalogue. */
  readonly clientId: string;
  readonly title: string;
  readonly path: string | null;
  readonly otherWay: boolean;
}

/** What to try while nothing comes: at hand from the start, and open once the wait has become long. */
export function ContactHelp({ clientId, title, path, otherWay }: ContactHelpProps) {
  const words = useText().clients.contact;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  const steps = [
    words.help.clients[clientId] ?? words.help.restart(title),
    words.help.approve(title),
    ...(path === null ? [] : [words.help.path(path)]),
    words.help.ask,
    ...(otherWay ? [words.help.stdio] : []),
  ];
  return (
    <Disclosure summary={words.helpTitle} open={isOpen} onToggle={setOpen} className="mt-3 text-sm text-ink-soft">
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step} className="break-words">
            {step}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

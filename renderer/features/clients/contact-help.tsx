import { useText } from "../../text/use-text.ts";

interface ContactHelpProps {
  readonly title: string;
  readonly path: string | null;
  readonly otherWay: boolean;
}

/** What to try while nothing comes; in sight from the start, for waiting is when it is needed. */
export function ContactHelp({ title, path, otherWay }: ContactHelpProps) {
  const words = useText().clients.contact;
  const steps = [
    words.help.restart(title),
    words.help.approve(title),
    ...(path === null ? [] : [words.help.path(path)]),
    words.help.ask,
    ...(otherWay ? [words.help.stdio] : []),
  ];
  return (
    <div className="mt-3 text-sm text-ink-soft">
      <p className="text-ink-faint">{words.helpTitle}</p>
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step} className="break-words">
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}

import { useText } from "../../../text/use-text.ts";
import { Section } from "./section.tsx";

interface HeaderSectionProps {
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers a message came with. */
export function HeaderSection({ headers }: HeaderSectionProps) {
  const text = useText().activity.detail;
  const entries = Object.entries(headers);
  return (
    <Section name={text.headers}>
      {entries.length === 0 ? (
        <p className="px-4 pb-3 text-ink-faint">{text.noHeaders}</p>
      ) : (
        <dl className="px-4 pb-3 font-mono text-sm">
          {entries.map(([name, value]) => (
            <div key={name} className="flex gap-3 py-px">
              <dt className="w-40 shrink-0 truncate text-ink-faint" title={name}>
                {name}
              </dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

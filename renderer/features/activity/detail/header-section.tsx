import { Section } from "./section.tsx";

interface HeaderSectionProps {
  readonly name: string;
  /** What to say where there are none. */
  readonly none: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of one direction. */
export function HeaderSection({ name, none, headers }: HeaderSectionProps) {
  const entries = Object.entries(headers);
  return (
    <Section name={name}>
      {entries.length === 0 ? (
        <p className="px-4 pb-3 text-ink-faint">{none}</p>
      ) : (
        <dl className="px-4 pb-3 font-mono text-sm">
          {entries.map(([header, value]) => (
            <div key={header} className="flex gap-3 py-px">
              <dt className="w-40 shrink-0 truncate text-ink-faint" title={header}>
                {header}
              </dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

import type { ImportReport } from "../../../electron/core/memory-import.ts";
import { useText } from "../../text/use-text.ts";
import { Field, TextInput } from "../../ui/field.tsx";

/** Of what is told one by one, and of domains, so many are shown. */
const SHOWN = 50;

interface ReportViewProps {
  readonly report: ImportReport;
  /** Domains the owner chose, by the other program's projects; null where all is done. */
  readonly projects: Readonly<Record<string, string>> | null;
  readonly onProject: (project: string, domain: string) => void;
}

/** What became of everything that was read, or would become of it. */
export function ReportView({ report, projects, onProject }: ReportViewProps) {
  const text = useText().imports;
  const { created, known, conflicts, refused, leftOut } = report;
  const isDone = projects === null;
  const lines = [
    ...(known === 0 ? [] : [text.known(known)]),
    ...(conflicts.length === 0 ? [] : [text.conflicts(conflicts.length)]),
    ...(refused.length === 0 ? [] : [text.refused(refused.length)]),
    ...leftOut.map(({ reason, count }) => text.leftOut[reason](count)),
  ];
  const told = [...conflicts, ...refused];
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <p className="font-medium">
          {created === 0 ? text.nothing : isDone ? text.came(created) : text.would(created)}
        </p>
        {lines.map((line) => (
          <p key={line} className="text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      <Domains report={report} projects={projects} onProject={onProject} />
      {told.length > 0 && (
        <section aria-label={text.told}>
          <h3 className="mb-1 text-sm text-ink-soft">{text.told}</h3>
          <ul className="text-sm" data-selectable>
            {told.slice(0, SHOWN).map(({ place, reason }) => (
              <li key={`${place} ${reason}`} className="wrap-anywhere">
                <span className="font-mono">{place}</span>
                <span className="text-ink-soft">: {reason}</span>
              </li>
            ))}
          </ul>
          {told.length > SHOWN && <p className="text-sm text-ink-faint">{text.more(told.length - SHOWN)}</p>}
        </section>
      )}
    </div>
  );
}

/** Each domain with how many go there; where another program's project leads to it, another may be written. */
function Domains({ report, projects, onProject }: ReportViewProps) {
  const words = useText();
  const text = words.imports;
  const { domains } = report;
  if (domains.length === 0) return null;
  const title = projects === null ? text.whereWent : text.where;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm text-ink-soft">{title}</h3>
      <ul className="flex flex-col gap-1">
        {domains.slice(0, SHOWN).map(({ domain, created, from, from: [project, ...others] }) => (
          <li key={domain} className="flex min-h-7 items-center gap-3">
            {projects === null || project === undefined || others.length > 0 ? (
              <span className="w-64 max-w-full truncate">{domain}</span>
            ) : (
              <Field label={text.domain(project)} hideLabel className="w-64 max-w-full">
                <TextInput
                  value={projects[project] ?? domain}
                  spellCheck={false}
                  onChange={(event) => onProject(project, event.currentTarget.value)}
                />
              </Field>
            )}
            <span className="text-ink-soft tabular-nums">{created.toLocaleString(words.language)}</span>
            {others.length + Number(project !== undefined && project !== domain) > 0 && (
              <span className="min-w-0 truncate text-sm text-ink-faint">{text.theirs(from.join(", "))}</span>
            )}
          </li>
        ))}
      </ul>
      {domains.length > SHOWN && <p className="text-sm text-ink-faint">{text.more(domains.length - SHOWN)}</p>}
    </section>
  );
}

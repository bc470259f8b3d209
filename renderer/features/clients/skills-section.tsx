import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The shipped skills with their texts. */
export function SkillsSection() {
  const text = useText().clients.instructions;
  const skills = useBridgeQuery("instructions.skills", {}, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  return (
    <section aria-label={text.skills}>
      <h3 className="mt-6 font-medium">{text.skills}</h3>
      <p className="text-ink-soft">{text.skillsWhat}</p>
      {skills.isError ? (
        <div className="mt-2">
          <ErrorState error={skills.error} onRetry={() => void skills.refetch()} inline />
        </div>
      ) : skills.data === undefined ? (
        <Skeleton shape="lines" rows={5} />
      ) : (
        <ul className="mt-2 border-t border-line">
          {skills.data.map(({ name, description, content }) => (
            <li key={name} className="border-b border-line py-2.5">
              <h4 className="font-medium">{name}</h4>
              <p className="text-sm text-ink-soft" lang="en">
                {description}
              </p>
              <Disclosure summary={text.showSkill(name)} className="mt-1">
                <pre
                  className="mt-2 rounded-md bg-sunken px-3 py-2.5 font-mono text-sm whitespace-pre-wrap shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
                  lang="en"
                  data-selectable
                >
                  {content}
                </pre>
                <CopyButton size="small" className="mt-2" value={content} label={text.copySkill(name)} />
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import clsx from "clsx";
import { ArrowUpRight } from "lucide-react";
import { matchedParts } from "../../commands/match-words.ts";
import { RouteLink } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { moveFocus } from "../../ui/list-row.tsx";
import { MarkedParts } from "../../ui/marked.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type FoundSection, matchedSynonyms, type SectionId, type SettingSection } from "./setting-sections.ts";

interface SectionListProps {
  readonly sections: readonly SettingSection[];
  readonly open: SectionId;
}

/** The sections of Settings. The arrow keys move between them. */
export function SectionList({ sections, open }: SectionListProps) {
  const text = useText().settingsSearch;
  return (
    <nav aria-label={text.sections}>
      <ul className="flex flex-col gap-px" onKeyDown={moveFocus}>
        {sections.map(({ id, title, icon: Icon }) => {
          const isOpen = id === open;
          return (
            <li key={id}>
              <RouteLink
                data-row
                to={{ place: "settings", path: [id] }}
                aria-current={isOpen ? "page" : undefined}
                className={clsx(
                  "flex min-h-7 cursor-default items-center gap-2 rounded-md px-2 py-0.5 transition-colors",
                  isOpen ? "bg-pressed font-medium text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
                )}
              >
                <Icon
                  size={15}
                  strokeWidth={1.75}
                  className={clsx("shrink-0", isOpen ? "text-accent-text" : "text-ink-faint")}
                  aria-hidden
                />
                <span className="min-w-0 flex-1">{title}</span>
              </RouteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface FoundSettingsProps {
  readonly found: readonly FoundSection[];
  readonly query: string;
  readonly onOpen: () => void;
}

/** The sections and settings that a search found, with the matching words marked. */
export function FoundSettings({ found, query, onOpen }: FoundSettingsProps) {
  const text = useText().settingsSearch;
  if (found.length === 0) {
    return (
      <div role="status">
        <EmptyState title={text.nothing(query.trim())} text={text.nothingHint} />
      </div>
    );
  }
  return (
    <ul aria-label={text.results} className="flex flex-col gap-px" onKeyDown={moveFocus}>
      {found.flatMap(({ section, isFound, settings }) => [
        isFound ? (
          <FoundRow
            key={section.id}
            name={section.title}
            words={section.words}
            query={query}
            section={section}
            onOpen={onOpen}
          />
        ) : (
          <li key={section.id} className="flex min-h-7 items-center gap-2 px-2 text-ink-faint">
            <section.icon size={15} strokeWidth={1.75} className="shrink-0" aria-hidden />
            {section.title}
          </li>
        ),
        ...settings.map(({ id, name, words }) => (
          <FoundRow
            key={`${section.id} ${id}`}
            name={name}
            words={words}
            query={query}
            section={section}
            setting={id}
            onOpen={onOpen}
          />
        )),
      ])}
    </ul>
  );
}

interface FoundRowProps {
  readonly name: string;
  readonly words: string;
  readonly query: string;
  readonly section: SettingSection;
  readonly setting?: string;
  readonly onOpen: () => void;
}

function FoundRow({ name, words, query, section, setting, onOpen }: FoundRowProps) {
  const { id, icon: Icon, place } = section;
  const isSetting = setting !== undefined;
  const synonyms = matchedSynonyms(name, words, query);
  return (
    <li>
      <RouteLink
        data-row
        to={place === null ? { place: "settings", path: isSetting ? [id, setting] : [id] } : { place }}
        onClick={onOpen}
        className={clsx(
          "flex min-h-7 cursor-default items-center gap-2 rounded-md py-0.5 pr-2 text-ink-soft hover:bg-hover hover:text-ink",
          isSetting ? "pl-7.75" : "pl-2 font-medium",
        )}
      >
        {!isSetting && <Icon size={15} strokeWidth={1.75} className="shrink-0 text-ink-faint" aria-hidden />}
        <span className="min-w-0 flex-1">
          <MarkedParts text={name} parts={matchedParts(name, query)} />
          {synonyms !== "" && (
            <span className="text-sm font-normal text-ink-faint">
              {" "}
              <MarkedParts text={synonyms} parts={matchedParts(synonyms, query)} />
            </span>
          )}
        </span>
        {place !== null && <ArrowUpRight size={13} className="shrink-0 text-ink-faint" aria-hidden />}
      </RouteLink>
    </li>
  );
}

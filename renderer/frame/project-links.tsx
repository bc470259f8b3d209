import { Folder } from "lucide-react";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { useNarrow } from "../ui/panes.tsx";
import { PlaceLink } from "./place-link.tsx";

/** The sidebar shows this many projects, the last used ones. */
const MAX_PROJECTS = 6;

/** The projects that changed last, with their number of memories. */
export function ProjectLinks() {
  const text = useText();
  const { route } = useNavigation();
  const projects = useBridgeQuery("memories.projects", {}).data ?? [];
  const isNarrow = useNarrow();
  if (projects.length === 0) return null;
  const domains = route.query.getAll("domain");
  return (
    <section aria-label={text.common.projects} className="border-t border-line pt-2">
      {!isNarrow && <h2 className="px-2 pb-1 text-xs font-medium text-ink-faint">{text.common.projects}</h2>}
      <ul className="flex flex-col gap-px">
        {!isNarrow &&
          projects
            .slice(0, MAX_PROJECTS)
            .map(({ name, memories }) => (
              <PlaceLink
                key={name}
                label={name}
                icon={Folder}
                to={{ place: "memories", path: ["all"], query: new URLSearchParams({ domain: name }) }}
                current={route.place === "memories" && domains.length === 1 && domains[0] === name}
                trailing={text.common.count(memories)}
              />
            ))}
      </ul>
    </section>
  );
}

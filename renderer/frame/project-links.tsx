import { Folder, FolderOpen } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useBridge, useBridgeQuery } from "../data/use-bridge.tsx";
import { useBulkEdit } from "../features/memories/bulk.tsx";
import { droppedMemories, hasMemories } from "../features/memories/data/drag-memories.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { areaOf } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { useNarrow } from "../ui/panes.tsx";
import { useToast } from "../ui/toast.tsx";
import { type Badge, PlaceLink } from "./place-link.tsx";

/** The sidebar shows this many projects, the last used ones. */
const MAX_PROJECTS = 6;

/**
 * The projects that changed last, with their number of memories, and a link to all projects;
 * in a narrow window only the link. Memories that are dropped on a project move there.
 */
export function ProjectLinks({ badge }: { readonly badge: Badge | null }) {
  const text = useText();
  const { route } = useNavigation();
  const projects = useBridgeQuery("memories.projects", {}).data;
  const isNarrow = useNarrow();
  const [over, setOver] = useState<string | null>(null);
  const moveTo = useMoveByDrop();
  if (projects === undefined) return null;
  const shown = isNarrow ? [] : projects.slice(0, MAX_PROJECTS);
  const isProject = route.place === "projects";
  const isListed = isProject && shown.some(({ name }) => name === route.path[0]);
  return (
    <section aria-label={text.common.projects} className="border-t border-line pt-2">
      <h2 className="px-2 pb-1 text-xs font-medium text-ink-faint max-wide:hidden">{text.common.projects}</h2>
      <ul className="flex flex-col gap-px">
        {shown.map(({ name, memories }) => (
          <PlaceLink
            key={name}
            label={name}
            icon={Folder}
            to={{ place: "projects", path: [name] }}
            current={isProject && route.path[0] === name}
            trailing={text.common.count(memories)}
            drop={{
              isOver: over === name,
              onDragOver: (event) => {
                if (!hasMemories(event)) return;
                event.preventDefault();
                if (over !== name) setOver(name);
              },
              onDragLeave: () => setOver(null),
              onDrop: (event) => {
                event.preventDefault();
                setOver(null);
                void moveTo(name, event);
              },
            }}
          />
        ))}
        <PlaceLink
          label={text.projects.all}
          icon={FolderOpen}
          to={{ place: "projects", path: [] }}
          current={areaOf(route.place) === "projects" && !isListed}
          trailing={projects.length === 0 ? null : text.common.count(projects.length)}
          badge={badge}
        />
      </ul>
    </section>
  );
}

/** Moves the memories that are dropped to a project, and offers to undo it. */
function useMoveByDrop() {
  const bridge = useBridge();
  const text = useText();
  const toast = useToast();
  const edit = useBulkEdit();
  return async (domain: string, event: DragEvent) => {
    const ids = droppedMemories(event);
    try {
      const memories = await Promise.all(ids.map((reference) => bridge.invoke("memories.get", { reference })));
      const others = memories.filter((memory) => memory.domain !== domain);
      if (others.length > 0) await edit(others, { domain }, text.projects.moved(others.length, domain));
    } catch (error) {
      toast.fail(error);
    }
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { Download, Folder, FolderOpen, Library, Merge, MessagesSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { PlaceMoved, ProjectSummary } from "../../../electron/core/places.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { ListRow, RowList } from "../../ui/list-row.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { useRowSelection } from "../../ui/row-selection.tsx";
import { SelectField } from "../../ui/select.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { ProjectPage } from "./project-page.tsx";

/** Projects: the list of all, or the page of one. */
export function ProjectsView() {
  const { route } = useNavigation();
  const [name] = route.path;
  return name === undefined ? <AllProjects /> : <ProjectPage key={name} name={name} />;
}

function AllProjects() {
  const text = useText();
  const words = text.projects;
  const { navigate } = useNavigation();
  const projects = useBridgeQuery("memories.projects", {});
  const { entriesOf, dialog } = useManyProjects();
  const rows = useRowSelection("projects", projects.data?.map(({ name }) => name) ?? [], (names) =>
    entriesOf((projects.data ?? []).filter(({ name }) => names.includes(name))),
  );
  return (
    <section aria-label={text.frame.projects} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center border-b border-line px-4">
        <h1 className="font-medium">{text.frame.projects}</h1>
      </header>
      {dialog}
      <Loaded query={projects}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={FolderOpen} title={words.empty.title} text={words.empty.text} />
          ) : (
            <RowList label={text.frame.projects} selection={rows}>
              {list.map(({ name, memories, changedAt }) => (
                <ListRow
                  key={name}
                  itemKey={name}
                  name={
                    <span className="inline-flex items-center gap-2">
                      <Folder size={14} className="text-ink-faint" aria-hidden />
                      {name}
                    </span>
                  }
                  menu={[
                    {
                      label: words.showAll(memories),
                      icon: Library,
                      onSelect: () => navigate({ place: "memories", path: ["all"], query: { domain: name } }),
                    },
                    {
                      label: text.frame.conversations,
                      icon: MessagesSquare,
                      onSelect: () => navigate({ place: "conversations", query: { project: name } }),
                    },
                  ]}
                  onOpen={() => navigate({ place: "projects", path: [name] })}
                >
                  <span className="text-sm text-ink-faint">
                    {words.captured(memories)}
                    {changedAt !== null && (
                      <>
                        {" · "}
                        <RelativeTime at={changedAt} form="long" />
                      </>
                    )}
                  </span>
                </ListRow>
              ))}
            </RowList>
          )
        }
      </Loaded>
    </section>
  );
}

/** Memories in one request. */
const PAGE = 200;

/** The actions for several projects, and the dialog that one of them may open. A merge is undone in one step. */
function useManyProjects(): {
  readonly entriesOf: (projects: readonly ProjectSummary[]) => readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const bridge = useBridge();
  const toast = useToast();
  const words = useText().projects.bulk;
  const actions = useMemoryActions();
  const [merging, setMerging] = useState<readonly ProjectSummary[] | null>(null);
  const save = async (projects: readonly ProjectSummary[]) => {
    try {
      const memories: Memory[] = [];
      for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
        const domain = projects.map(({ name }) => name);
        const page = await bridge.invoke("memories.list", { domain, limit: PAGE, cursor });
        memories.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      }
      actions.export(memories);
    } catch (error) {
      toast.fail(error);
    }
  };
  return {
    entriesOf: (projects) => [
      { label: words.export, icon: Download, onSelect: () => void save(projects) },
      { label: words.merge, icon: Merge, onSelect: () => setMerging(projects) },
    ],
    dialog: merging !== null && <MergeDialog projects={merging} onClose={() => setMerging(null)} />,
  };
}

interface MergeDialogProps {
  readonly projects: readonly ProjectSummary[];
  readonly onClose: () => void;
}

/** Asks which of several projects stays: the memories of the others move there. */
function MergeDialog({ projects, onClose }: MergeDialogProps) {
  const text = useText();
  const words = text.projects.bulk;
  const merge = useMerge();
  const largest = projects.reduce((most, project) => (project.memories > most.memories ? project : most));
  const [to, setTo] = useState(largest.name);
  const others = projects.filter(({ name }) => name !== to);
  const moving = others.reduce((sum, { memories }) => sum + memories, 0);
  return (
    <FormDialog
      size="small"
      title={words.mergeTitle(projects.length)}
      description={words.mergeText(moving)}
      submitLabel={text.common.merge}
      canSubmit
      onSubmit={() => {
        onClose();
        merge(
          others.map(({ name }) => name),
          to,
        );
      }}
      onClose={onClose}
    >
      <SelectField
        label={words.into}
        value={to}
        options={projects.map(({ name }) => ({ value: name, label: name }))}
        onChange={setTo}
      />
    </FormDialog>
  );
}

/** Moves the memories of projects to another one, and offers to undo all of it. */
function useMerge(): (from: readonly string[], to: string) => void {
  const bridge = useBridge();
  const client = useQueryClient();
  const { projects } = useText();
  const toast = useToast();
  const undo = useUndo();
  const refresh = () => Promise.all(REFRESHED.map((method) => client.invalidateQueries({ queryKey: [method] })));
  const takeBack = async (moves: readonly PlaceMoved[]) => {
    for (const { id } of moves.toReversed()) if (id !== null) await bridge.invoke("memories.undoPlaceMove", { id });
    await refresh();
  };
  return (names, to) =>
    void undo.track(async () => {
      const moves: PlaceMoved[] = [];
      try {
        for (const from of names) moves.push(await bridge.invoke("memories.movePlace", { kind: "domain", from, to }));
      } catch (error) {
        toast.fail(error);
      }
      if (moves.length > 0) undo.offer(projects.bulk.merged(moves.length, to), () => takeBack(moves));
      await refresh();
    });
}

const REFRESHED = ["memories.projects", "memories.places", "memories.pages", "memories.facets"];

import { Folder, FolderOpen, Library, MessagesSquare } from "lucide-react";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { ListRow, RowList } from "../../ui/list-row.tsx";
import { useRowSelection } from "../../ui/row-selection.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { ProjectPage } from "./project-page.tsx";
import { useManyProjects } from "./use-many-projects.tsx";

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

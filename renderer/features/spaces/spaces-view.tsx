import { ChevronRight, LogIn, Plus, Share2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { formatRoute } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SidePane } from "../../ui/panes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CreateSpaceDialog } from "./entering/create-dialog.tsx";
import { JoinSpaceDialog } from "./entering/join-dialog.tsx";
import { SpaceList } from "./space-list.tsx";
import { SpacePane } from "./space-pane.tsx";
import { useSpaces } from "./use-spaces.ts";

/** The addresses of the dialogs: `#/spaces/create`, and `#/spaces/join?link=…`, which an invitation opens. */
export const CREATE = "create";
export const JOIN = "join";

/** Settings › Spaces: the domains that are shared with other devices, and a pane with the open space. */
export function SpacesView() {
  const text = useText().spaces;
  const { route, navigate } = useNavigation();
  const spaces = useSpaces();
  const [opened = null] = route.path;
  const openId = opened === CREATE || opened === JOIN ? null : opened;
  const close = () => navigate({ place: "spaces" }, { replace: true });
  const create = () => navigate({ place: "spaces", path: [CREATE] });
  const join = () => navigate({ place: "spaces", path: [JOIN] });
  const show = (id: string) => navigate({ place: "spaces", path: [id] }, { replace: true });
  useCommands([
    { id: "spaces.create.here", title: text.create, group: text.title, keys: ["a"], hidden: true, run: create },
    { id: "spaces.join.here", title: text.join, group: text.title, keys: ["i"], hidden: true, run: join },
  ]);
  const buttons = (
    <>
      <Button icon={LogIn} keys="i" onClick={join}>
        {text.join}
      </Button>
      <Button variant="primary" icon={Plus} keys="a" onClick={create}>
        {text.create}
      </Button>
    </>
  );
  const all = spaces.data;
  const isEmpty = all?.length === 0;
  return (
    <section aria-label={text.title} className="flex h-full min-h-0">
      <SidePane
        id="spaces"
        initial={560}
        min={400}
        max={900}
        main={
          <>
            <header className="drag-region flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-3 pl-4">
              <h1 className="flex min-w-0 flex-1 items-center gap-1 font-medium">
                <a
                  href={formatRoute({ place: "settings", path: [], query: new URLSearchParams() })}
                  className="font-normal text-ink-soft hover:text-ink"
                  onClick={(event) => {
                    event.preventDefault();
                    navigate({ place: "settings" });
                  }}
                >
                  {text.settings}
                </a>
                <ChevronRight size={14} className="shrink-0 text-ink-faint" aria-hidden />
                {text.title}
              </h1>
              {all !== undefined && !isEmpty && buttons}
            </header>
            {all === undefined ? (
              spaces.isError ? (
                <ErrorState error={spaces.error} onRetry={() => void spaces.refetch()} />
              ) : (
                <Skeleton rows={3} />
              )
            ) : isEmpty ? (
              <EmptyState icon={Share2} title={text.empty.title} text={text.empty.text} actions={buttons} />
            ) : (
              <SpaceList spaces={all} openId={openId} />
            )}
          </>
        }
        pane={
          openId === null || all === undefined ? null : (
            <SpacePane
              key={openId}
              space={all.find(({ id }) => id === openId) ?? null}
              part={route.path[1] ?? null}
              onClose={close}
            />
          )
        }
      />
      {opened === CREATE && <CreateSpaceDialog spaces={all ?? []} onCreated={({ id }) => show(id)} onClose={close} />}
      {opened === JOIN && <OpenJoin spaces={all ?? []} onShow={show} onClose={close} />}
    </section>
  );
}

interface OpenJoinProps {
  readonly spaces: readonly ListedSpace[];
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** Takes the invitation from the address and removes it there: it can have a secret, and the history keeps addresses. */
function OpenJoin({ spaces, onShow, onClose }: OpenJoinProps) {
  const { route, navigate } = useNavigation();
  const given = route.query.get("link");
  const [link, setLink] = useState(given ?? "");
  if (given !== null && given !== link) setLink(given);
  const forget = useEffectEvent(() => navigate({ place: "spaces", path: [JOIN] }, { replace: true }));
  useEffect(() => {
    if (given !== null) forget();
  }, [given]);
  return <JoinSpaceDialog key={link} spaces={spaces} initialLink={link} onJoined={onShow} onClose={onClose} />;
}

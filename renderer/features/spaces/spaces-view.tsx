import { LogIn, Plus, Share2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { RowList } from "../../ui/list-row.tsx";
import { Place } from "../../ui/place.tsx";
import { CreateSpaceDialog } from "./entering/create-dialog.tsx";
import { JoinSpaceDialog } from "./entering/join-dialog.tsx";
import { SpaceRow } from "./space-list.tsx";
import { SpacePane } from "./space-pane.tsx";
import { useSpaces } from "./use-spaces.ts";

/** The addresses of the dialogs: `#/spaces/create`, and `#/spaces/join?link=…`, which an invitation opens. */
export const CREATE = "create";
export const JOIN = "join";

/** All projects › Spaces: the domains that are shared with other devices, and a pane with the open space. */
export function SpacesView() {
  const { common, frame, spaces: text } = useText();
  const { route, navigate } = useNavigation();
  const spaces = useSpaces();
  const [opened = null] = route.path;
  const openId = opened === CREATE || opened === JOIN ? null : opened;
  const close = () => navigate({ place: "spaces" }, { replace: true });
  const create = () => navigate({ place: "spaces", path: [CREATE] });
  const join = () => navigate({ place: "spaces", path: [JOIN] });
  const show = (id: string) => navigate({ place: "spaces", path: [id] }, { replace: true });
  const command = commandsOf("spaces", frame.spaces, { hidden: true });
  useCommands([
    command("create.here", common.createSpace, create, { keys: ["a"] }),
    command("join.here", common.joinSpace, join, { keys: ["i"] }),
  ]);
  const buttons = (
    <>
      <Button icon={LogIn} keys="i" onClick={join}>
        {common.joinSpace}
      </Button>
      <Button variant="primary" icon={Plus} keys="a" onClick={create}>
        {common.createSpace}
      </Button>
    </>
  );
  const all = spaces.data;
  return (
    <Place
      id="spaces"
      title={frame.spaces}
      query={spaces}
      isEmpty={({ length }) => length === 0}
      empty={{ icon: Share2, title: text.empty.title, text: text.empty.text, actions: buttons }}
      actions={buttons}
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
      dialog={
        opened === CREATE ? (
          <CreateSpaceDialog spaces={all ?? []} onCreated={({ id }) => show(id)} onClose={close} />
        ) : opened === JOIN ? (
          <OpenJoin spaces={all ?? []} onShow={show} onClose={close} />
        ) : null
      }
    >
      {(loaded) => (
        <RowList label={frame.spaces}>
          {loaded.map((space) => (
            <SpaceRow key={space.id} space={space} isOpen={space.id === openId} />
          ))}
        </RowList>
      )}
    </Place>
  );
}

interface OpenJoinProps {
  readonly spaces: readonly ListedSpace[];
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** Takes the invitation from the address and removes it there: it can contain a secret, and the history keeps addresses. */
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

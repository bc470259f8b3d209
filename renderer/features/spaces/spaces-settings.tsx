import { LogIn, Plus, Share2 } from "lucide-react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { RouteLink, useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { StateDot } from "../../ui/list-row.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { Loaded } from "../../ui/states.tsx";
import { STATE_COLOURS, stateWords } from "./space-state.tsx";
import { CREATE, JOIN } from "./spaces-view.tsx";
import { useSpaces } from "./use-spaces.ts";

/** The spaces in Settings with their states, and buttons to open, create and join one. */
export function SpacesSettings() {
  const text = useText();
  const words = text.spaces;
  const { navigate } = useNavigation();
  const spaces = useSpaces();
  return (
    <SettingGroup title={text.frame.spaces}>
      <Loaded query={spaces} inline shape="lines" rows={2}>
        {(all) => (
          <Setting name={text.frame.spaces} hint={all.length === 0 ? words.empty.text : undefined}>
            {all.length > 0 && (
              <ul aria-label={text.frame.spaces} className="flex w-full flex-col">
                {all.map((space) => (
                  <li key={space.id}>
                    <RouteLink
                      to={{ place: "spaces", path: [space.id] }}
                      className="-mx-2 flex items-start gap-2.5 rounded-md px-2 py-1 hover:bg-hover"
                    >
                      <StateDot colour={STATE_COLOURS[space.sync.state]} />
                      <OneLine className="min-w-0 flex-1">{markHidden(space.name)}</OneLine>
                      <span className="shrink-0 text-sm text-ink-soft">{stateWords(space, text)}</span>
                    </RouteLink>
                  </li>
                ))}
              </ul>
            )}
            {all.length > 0 && (
              <Button size="small" icon={Share2} onClick={() => navigate({ place: "spaces" })}>
                {words.showAll}
              </Button>
            )}
            <Button size="small" icon={Plus} onClick={() => navigate({ place: "spaces", path: [CREATE] })}>
              {text.common.createSpace}
            </Button>
            <Button size="small" icon={LogIn} onClick={() => navigate({ place: "spaces", path: [JOIN] })}>
              {text.common.joinSpace}
            </Button>
          </Setting>
        )}
      </Loaded>
    </SettingGroup>
  );
}

import { LogIn, Plus, Share2 } from "lucide-react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { formatRoute } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StateDot, stateWords } from "./space-state.tsx";
import { CREATE, JOIN } from "./spaces-view.tsx";
import { useSpaces } from "./use-spaces.ts";

/** The spaces in Settings: their state, and the ways to their own page. */
export function SpacesSettings() {
  const text = useText();
  const words = text.spaces;
  const { navigate } = useNavigation();
  const spaces = useSpaces();
  const all = spaces.data;
  return (
    <SettingGroup title={words.title}>
      {all === undefined &&
        (spaces.isError ? (
          <ErrorState inline error={spaces.error} onRetry={() => void spaces.refetch()} />
        ) : (
          <Skeleton shape="lines" rows={2} />
        ))}
      {all !== undefined && (
        <Setting name={words.list} hint={all.length === 0 ? words.empty.text : undefined}>
          {all.length > 0 && (
            <ul aria-label={words.list} className="flex w-full flex-col">
              {all.map((space) => (
                <li key={space.id}>
                  <a
                    href={formatRoute({ place: "spaces", path: [space.id], query: new URLSearchParams() })}
                    className="-mx-2 flex items-start gap-2.5 rounded-md px-2 py-1 hover:bg-hover"
                    onClick={(event) => {
                      event.preventDefault();
                      navigate({ place: "spaces", path: [space.id] });
                    }}
                  >
                    <StateDot state={space.sync.state} />
                    <span className="min-w-0 flex-1 truncate" dir="auto">
                      {markHidden(space.name)}
                    </span>
                    <span className="shrink-0 text-sm text-ink-soft">{stateWords(space, text)}</span>
                  </a>
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
            {words.create}
          </Button>
          <Button size="small" icon={LogIn} onClick={() => navigate({ place: "spaces", path: [JOIN] })}>
            {words.join}
          </Button>
        </Setting>
      )}
    </SettingGroup>
  );
}

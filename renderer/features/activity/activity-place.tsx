import { ScrollText } from "lucide-react";
import { useStored } from "../../data/use-stored.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Segmented } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { readActivityRoute } from "./activity-route.ts";
import { WireView } from "./activity-view.tsx";
import { Feed } from "./plain/feed.tsx";

/** Activity: what happened in plain words, or all messages on the wire. A message and a filter are of the wire. */
export function ActivityView() {
  const text = useText();
  const words = text.activity.plain;
  const { route, navigate } = useNavigation();
  const [view, setView] = useStored<"plain" | "wire">("activity.view", "plain");
  const { filter, openId } = readActivityRoute(route);
  const isFiltered = openId !== null || Object.values(filter).some((value) => value !== undefined);
  const shown = isFiltered ? "wire" : view;
  const choice = (
    <Segmented
      label={words.view}
      value={shown}
      options={[
        { value: "plain", label: words.plain },
        { value: "wire", label: words.wire },
      ]}
      onChange={(next) => {
        setView(next);
        if (next === "plain" && isFiltered) navigate({ place: "activity" }, { replace: true });
      }}
    />
  );
  if (shown === "wire") return <WireView choice={choice} />;
  return (
    <section aria-label={text.frame.activity} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
        <h1 className="flex-1 font-medium">{text.frame.activity}</h1>
        {choice}
      </header>
      <Feed
        label={words.plain}
        empty={<EmptyState icon={ScrollText} title={words.empty.title} text={words.empty.text} />}
      />
    </section>
  );
}

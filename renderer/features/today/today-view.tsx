import { Plug, SquarePen, Sun } from "lucide-react";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useClock } from "../../ui/time.tsx";
import { Feed } from "../activity/plain/feed.tsx";
import { useSampleMemory } from "../memories/data/use-capture.ts";
import { useWelcome } from "../welcome/use-welcome.ts";
import { Welcome } from "../welcome/welcome.tsx";
import { Decisions } from "./decisions.tsx";

/** Today: what happened in plain words, and what needs a decision of the owner. Until they are closed, the first steps. */
export function TodayView() {
  const text = useText();
  const words = text.today;
  const { navigate } = useNavigation();
  const { now } = useClock();
  const welcome = useWelcome();
  const date = new Date(now).toLocaleDateString(text.language, { weekday: "long", day: "numeric", month: "long" });
  return (
    <section aria-label={words.title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-baseline gap-3 border-b border-line px-4 pt-3">
        <h1 className="font-medium">{words.title}</h1>
        <span className="text-sm text-ink-faint">{date}</span>
      </header>
      <div className="flex min-h-0 flex-1 max-wide:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {welcome.open ? (
            <FirstSteps onClose={welcome.close} />
          ) : (
            !welcome.undecided && (
              <Feed
                label={words.happened}
                empty={
                  <EmptyState
                    icon={Sun}
                    title={words.empty.title}
                    text={words.empty.text}
                    actions={
                      <>
                        <Button icon={Plug} onClick={() => navigate({ place: "clients" })}>
                          {text.common.connectClient}
                        </Button>
                        <Button icon={SquarePen} onClick={() => navigate({ place: "memories", path: ["all", "new"] })}>
                          {text.common.newMemory}
                        </Button>
                      </>
                    }
                  />
                }
              />
            )
          )}
        </div>
        <Decisions />
      </div>
    </section>
  );
}

function FirstSteps({ onClose }: { readonly onClose: () => void }) {
  return <Welcome sample={useSampleMemory()} onClose={onClose} />;
}

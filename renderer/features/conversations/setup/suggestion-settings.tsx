import { RotateCcw, X } from "lucide-react";
import type { ConversationSettings } from "../../../../electron/core/conversations.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { SUGGESTION_KINDS } from "../../../../electron/core/suggestions.ts";
import { useAction, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/choice.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { Setting } from "../../../ui/setting.tsx";
import { useSettingsChange } from "./scan-state.tsx";

/** The switch of suggestions, the excluded projects and clients, and the effect of the decisions. */
export function SuggestionSettings({ settings }: { readonly settings: ConversationSettings }) {
  const words = useText().conversations.suggestions;
  const change = useSettingsChange();
  const { suggestions, unsuggestedProjects, unsuggestedClients } = settings;
  const without = (names: readonly string[], name: string) => names.filter((other) => other !== name);
  const leftOut = [
    ...unsuggestedProjects.map((name) => ({
      name: markHidden(name),
      onRemove: () => change.mutate({ unsuggestedProjects: without(unsuggestedProjects, name) }),
    })),
    ...unsuggestedClients.map((name) => ({
      name: clientTitle(name),
      onRemove: () => change.mutate({ unsuggestedClients: without(unsuggestedClients, name) }),
    })),
  ];
  return (
    <>
      <Setting name={words.title} hint={words.hint}>
        <Switch
          label={words.label}
          checked={suggestions}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ suggestions: isOn })}
        />
      </Setting>
      {leftOut.length > 0 && (
        <Setting name={words.never}>
          <ul className="flex w-full flex-col">
            {leftOut.map(({ name, onRemove }) => (
              <li key={name} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
                <IconButton
                  label={words.again(name)}
                  icon={X}
                  size="small"
                  disabled={change.isPending}
                  onClick={onRemove}
                />
              </li>
            ))}
          </ul>
        </Setting>
      )}
      <Learning />
    </>
  );
}

function Learning() {
  const text = useText();
  const words = text.conversations.suggestions;
  const learning = useBridgeQuery("suggestions.learning", {});
  const reset = useAction("suggestions.resetLearning", { stores: ["suggestions.learning", {}] });
  const { kept, rejected, kinds } = learning.data ?? { kept: 0, rejected: 0, kinds: {} };
  if (kept + rejected === 0) return null;
  return (
    <Setting name={words.learning} hint={words.learningHint}>
      <div className="flex w-full flex-col gap-1">
        <p>{words.keeps(kept, kept + rejected)}</p>
        <ul className="text-sm text-ink-faint">
          {SUGGESTION_KINDS.map((kind) => {
            const own = kinds[kind];
            if (own === undefined) return null;
            return <li key={kind}>{words.ofKind(words.kinds[kind], own.kept, own.kept + own.rejected)}</li>;
          })}
        </ul>
        <div>
          <Button size="small" icon={RotateCcw} disabled={reset.isPending} onClick={() => reset.mutate({})}>
            {words.reset}
          </Button>
        </div>
      </div>
    </Setting>
  );
}

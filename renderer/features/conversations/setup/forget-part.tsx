import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ConversationStatus, ForgetSelection } from "../../../../electron/core/conversations.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-title.ts";
import { Select } from "../../../ui/select.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { ForgetDialog } from "../forget-dialog.tsx";
import { useScanActions } from "./scan-state.tsx";

/** Forgets a project, a client or everything, and re-reads forgotten conversations. */
export function ForgetPart({ status }: { readonly status: ConversationStatus }) {
  const { common } = useText();
  const words = useText().conversations.forget;
  const actions = useScanActions();
  const [asked, setAsked] = useState<ForgetSelection | null>(null);
  const clients = status.clients.filter(({ sessions }) => sessions > 0).map(({ client }) => client);
  const projects = status.projects.map(({ project }) => project);
  return (
    <>
      <Choice name={common.client} names={clients} titleOf={clientTitle} onForget={(client) => setAsked({ client })} />
      <Choice name={common.project} names={projects} onForget={(project) => setAsked({ project })} />
      <Setting name={words.everything} hint={words.hint}>
        <Button variant="danger" icon={Trash2} disabled={status.sessions === 0} onClick={() => setAsked({ all: true })}>
          {words.all}
        </Button>
      </Setting>
      <Setting name={words.undone} hint={words.againHint}>
        <Button icon={History} disabled={actions.isBusy || status.state === "off"} onClick={() => actions.scan(true)}>
          {common.readAgain}
        </Button>
      </Setting>
      {asked !== null && <ForgetDialog selection={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly names: readonly string[];
  readonly titleOf?: (name: string) => string;
  readonly onForget: (name: string) => void;
}

/** One of several names, and a button that forgets it. */
function Choice({ name, names, titleOf = (each) => each, onForget }: ChoiceProps) {
  const words = useText().conversations.forget;
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen !== null && names.includes(chosen) ? chosen : names[0];
  if (value === undefined) return null;
  return (
    <Setting name={name}>
      <Select
        label={words.choose(name)}
        value={value}
        options={names.map((each) => ({ value: each, label: titleOf(each) }))}
        onChange={setChosen}
        className="max-w-70"
      />
      <Button variant="danger" aria-label={words.these(titleOf(value))} onClick={() => onForget(value)}>
        {words.one}
      </Button>
    </Setting>
  );
}

import { KeyRound } from "lucide-react";
import { Fragment, useState } from "react";
import type {
  CatalogueClient,
  ClientActivity,
  ClientConfiguration,
  ConfigurationSnippet,
} from "../../../electron/ipc/contract.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { ContactLine } from "./contact-line.tsx";
import { Disclosure } from "./disclosure.tsx";
import { ExtensionButton } from "./extension-button.tsx";
import { ANY_OTHER_ID } from "./first-contact.ts";
import { GrantNotice } from "./grant-notice.tsx";
import { SnippetBlock } from "./snippet-block.tsx";
import { LinkButton } from "./write/link-button.tsx";
import { ScopeChoice } from "./write/scope-choice.tsx";
import { WriteFile } from "./write/write-file.tsx";

/** The client that installs bundles. */
const EXTENSION_CLIENT_ID = "claude-desktop";

interface ConnectStepsProps {
  readonly client: CatalogueClient;
  readonly configuration: ClientConfiguration;
  readonly known: readonly ClientActivity[];
  readonly onInstructions: () => void;
}

/** How one client is connected: by which way, written for its owner or by hand, and whether it worked. */
export function ConnectSteps({ client, configuration, known, onInstructions }: ConnectStepsProps) {
  const text = useText().clients;
  const { navigate } = useNavigation();
  const transports = client.transports;
  const [chosen, setChosen] = useState(transports[0] ?? "stdio");
  const [scope, setScope] = useState<"user" | "project">("user");
  const [project, setProject] = useState("");
  const snippets = configuration.snippets.filter((snippet) => snippet.transport === chosen);
  const path = snippets.find((snippet) => snippet.path !== null)?.path ?? null;
  const canWrite = client.writes[scope].includes(chosen);
  return (
    <>
      <GrantNotice clientId={client.id} title={client.title} />
      {transports.length > 1 && (
        <div className="mt-4 flex items-center gap-3">
          <span className="text-sm text-ink-faint" aria-hidden>
            {text.sheet.transport}
          </span>
          <Segmented
            label={text.sheet.transport}
            options={transports.map((value) => ({
              value,
              label: value === "http" ? text.sheet.viaHttp : text.sheet.viaStdio,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      )}
      {client.writes.project.length > 0 && (
        <ScopeChoice scope={scope} project={project} onScope={setScope} onProject={setProject} />
      )}
      {canWrite ? (
        <WriteFile
          key={`${chosen} ${scope}`}
          client={client}
          transport={chosen}
          scope={scope}
          project={scope === "project" ? project.trim() : null}
        />
      ) : (
        scope === "project" && <p className="mt-4 text-ink-soft">{text.write.projectTakesStdio(client.title)}</p>
      )}
      {scope === "user" && <LinkButton client={client} />}
      {client.id === EXTENSION_CLIENT_ID && <ExtensionButton />}
      {scope === "user" && canWrite && (
        <Disclosure summary={text.sheet.byHand} className="mt-4">
          <SnippetList snippets={snippets} client={configuration.title} best={false} />
        </Disclosure>
      )}
      {scope === "user" && !canWrite && <SnippetList snippets={snippets} client={configuration.title} best />}
      {client.id === ANY_OTHER_ID && (
        <Button
          size="small"
          variant="quiet"
          icon={KeyRound}
          className="mt-3 -ml-2"
          onClick={() => navigate({ place: "clients", path: ["token"] })}
        >
          {text.sheet.ownToken}
        </Button>
      )}
      <ContactLine
        configuration={configuration}
        known={known}
        path={path}
        otherWay={transports.length > 1 && chosen === "http"}
        onInstructions={onInstructions}
      />
    </>
  );
}

interface SnippetListProps {
  readonly snippets: readonly ConfigurationSnippet[];
  readonly client: string;
  /** Whether copying is the way to take first. */
  readonly best: boolean;
}

function SnippetList({ snippets, client, best }: SnippetListProps) {
  const text = useText().clients.sheet;
  return snippets.map((snippet, index) => (
    <Fragment key={`${snippet.kind} ${snippet.instructions}`}>
      {index > 0 && <p className="mt-4 text-sm text-ink-faint">{text.or}</p>}
      <SnippetBlock snippet={snippet} client={client} best={best && index === 0} />
    </Fragment>
  ));
}

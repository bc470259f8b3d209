import { Fragment, useState } from "react";
import type { ClientActivity, ClientConfiguration } from "../../../electron/ipc/contract.ts";
import { useText } from "../../text/use-text.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { ContactLine } from "./contact-line.tsx";
import { SnippetBlock } from "./snippet-block.tsx";

interface ConnectStepsProps {
  readonly configuration: ClientConfiguration;
  readonly known: readonly ClientActivity[];
}

/** How one client is connected: by which way, with which text, and whether it worked. */
export function ConnectSteps({ configuration, known }: ConnectStepsProps) {
  const text = useText().clients.sheet;
  const transports = [...new Set(configuration.snippets.map((snippet) => snippet.transport))];
  const [chosen, setChosen] = useState(transports[0] ?? "http");
  const snippets = configuration.snippets.filter((snippet) => snippet.transport === chosen);
  const path = snippets.find((snippet) => snippet.path !== null)?.path ?? null;
  return (
    <>
      {transports.length > 1 && (
        <div className="mt-4 flex items-center gap-3">
          <span className="text-sm text-ink-faint" aria-hidden>
            {text.transport}
          </span>
          <Segmented
            label={text.transport}
            options={transports.map((value) => ({ value, label: value === "http" ? text.viaHttp : text.viaStdio }))}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      )}
      {snippets.map((snippet, index) => (
        <Fragment key={`${snippet.kind} ${snippet.path}`}>
          {index > 0 && <p className="mt-4 text-sm text-ink-faint">{text.or}</p>}
          <SnippetBlock snippet={snippet} client={configuration.title} best={index === 0} />
        </Fragment>
      ))}
      <ContactLine
        configuration={configuration}
        known={known}
        path={path}
        otherWay={transports.length > 1 && chosen === "http"}
      />
    </>
  );
}

import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { JoinPreview } from "../../../../electron/core/spaces.ts";
import { useText } from "../../../text/use-text.ts";

/** What joining would do: what comes in, and what goes out for each domain. */
export function JoinPreviewPart({ preview }: { readonly preview: JoinPreview }) {
  const text = useText().spaces;
  const words = text.joining;
  const { name, carrier, place, role, isEncrypted, isMember, domains, incoming, needs } = preview;
  const facts = [text.carrier[carrier], ...(role === null ? [] : [text.roles[role]])];
  if (isEncrypted) facts.push(text.encrypted);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-lg font-semibold wrap-anywhere" dir="auto">
          {markHidden(name)}
        </p>
        <p className="text-ink-soft">
          {facts.join(" · ")}
          {place !== null && (
            <>
              {" · "}
              <code className="font-mono text-sm break-all" data-selectable>
                {place}
              </code>
            </>
          )}
        </p>
      </div>
      {isMember ? (
        <p role="status">{words.member}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2.5 forced-colors:border">
          <dt className="text-ink-soft">{words.in}</dt>
          <dd>
            {incoming === null
              ? words.unknownIncoming
              : incoming.changes === 0
                ? words.nothingIncoming
                : words.incoming(incoming.changes, incoming.devices)}
          </dd>
          <dt className="text-ink-soft">{words.out}</dt>
          <dd>
            {role === "reader" && <p>{words.readOnly}</p>}
            <ul>
              {domains.map(({ domain, outgoing, takenBy }) => (
                <li key={domain} className="min-w-0">
                  <span className="font-medium wrap-anywhere" dir="auto">
                    {markHidden(domain)}
                  </span>
                  {takenBy !== null ? (
                    <span className="block text-bad-text">{words.taken(domain, takenBy)}</span>
                  ) : (
                    role !== "reader" && (
                      <span className="text-ink-soft">
                        {": "}
                        {outgoing === 0 ? words.nothingOutgoing : words.outgoing(outgoing)}
                      </span>
                    )
                  )}
                </li>
              ))}
            </ul>
            {needs.length === 0 && role !== "reader" && <p className="text-sm text-ink-faint">{words.identical}</p>}
          </dd>
        </dl>
      )}
    </div>
  );
}

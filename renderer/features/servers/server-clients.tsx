import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";

/** The clients that may use a server, as links to their permissions. */
export function ServerClients({ id }: { readonly id: string }) {
  const text = useText().servers;
  const { navigate } = useNavigation();
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const catalogue = useBridgeQuery("connections.catalogue", {});
  if (grants.data === undefined) return null;
  const clients = grants.data.flatMap(({ subject, state, servers }) => {
    const tools = servers.find(({ server }) => server === id)?.tools;
    return tools === undefined || state === "revoked" ? [] : [{ subject, tools }];
  });
  const link = "text-accent-text hover:underline";
  if (clients.length === 0) {
    return (
      <span>
        {text.detail.noClient}{" "}
        <button type="button" className={link} onClick={() => navigate({ place: "clients" })}>
          {text.detail.allow}
        </button>
      </span>
    );
  }
  return (
    <ul className="flex flex-wrap gap-x-3">
      {clients.map(({ subject, tools }) => (
        <li key={subject}>
          <button
            type="button"
            className={link}
            onClick={() => navigate({ place: "clients", path: ["access", subject] })}
          >
            {catalogue.data?.find((known) => known.id === subject)?.title ?? subject}
          </button>{" "}
          <span className="text-ink-faint">
            {typeof tools === "string" ? text.access.level[tools] : text.access.level.tools(tools.length)}
          </span>
        </li>
      ))}
    </ul>
  );
}

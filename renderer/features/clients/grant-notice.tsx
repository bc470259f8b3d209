import { ShieldAlert } from "lucide-react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";

interface GrantNoticeProps {
  /** The client's id in the catalogue. */
  readonly clientId: string;
  readonly title: string;
}

/** Says that a client is turned away whatever its file holds, and leads to where it is let in. Else nothing. */
export function GrantNotice({ clientId, title }: GrantNoticeProps) {
  const text = useText().clients;
  const { navigate } = useNavigation();
  const grants = useBridgeQuery("clients.grants", {});
  const grant = grants.data?.find(({ subject }) => subject === clientId);
  if (grant === undefined || grant.state === "active") return null;
  return (
    <div className="mt-4 flex items-center gap-2.5 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
      <ShieldAlert size={16} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1">{text.access.state[grant.state]}</p>
      <Button size="small" onClick={() => navigate({ place: "clients", path: ["access", clientId] })}>
        {text.access.open(title)}
      </Button>
    </div>
  );
}

import { MessagesSquare } from "lucide-react";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { Offer } from "../../../ui/setting.tsx";

/** Offers to search earlier sessions if clients have some on this computer, and none is read yet. */
export function ConversationOffer() {
  const { conversations: text, language } = useText();
  const { navigate } = useNavigation();
  const survey = useBridgeQuery("conversations.survey", {}).data ?? [];
  const clients = survey.filter(({ transcripts }) => transcripts > 0).map(({ client }) => clientTitle(client));
  if (clients.length === 0 || survey.some(({ enabled }) => enabled)) return null;
  return (
    <Offer text={text.survey.offer(new Intl.ListFormat(language).format(clients))}>
      <Button size="small" icon={MessagesSquare} onClick={() => navigate({ place: "conversations" })}>
        {text.survey.open}
      </Button>
    </Offer>
  );
}

import { Copy } from "lucide-react";
import type { RequestDetail } from "../../../../electron/core/request-log.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { curlCommand } from "./curl.ts";

interface CopyMenuProps {
  readonly detail: RequestDetail;
}

/** Ways to take the message elsewhere. */
export function CopyMenu({ detail }: CopyMenuProps) {
  const text = useText().activity.detail;
  const status = useBridgeQuery("app.status", {});
  const toast = useToast();
  const copy = (value: string, told: string) => {
    navigator.clipboard.writeText(value).then(
      () => toast.show({ message: told }),
      () => toast.show({ message: text.copyFailed, tone: "bad" }),
    );
  };
  const curl = status.data === undefined ? null : curlCommand(detail, status.data.url);
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet" icon={Copy}>
          {text.copy}
        </Button>
      }
      entries={[
        {
          label: text.copyCurl,
          onSelect: () => curl !== null && copy(curl, text.copiedCurl),
          disabled: curl === null,
        },
        {
          label: text.copyRequest,
          onSelect: () => copy(detail.requestBody ?? "", text.copied),
          disabled: detail.requestBody === null,
        },
        {
          label: text.copyResponse,
          onSelect: () => copy(detail.responseBody ?? "", text.copied),
          disabled: detail.responseBody === null,
        },
        { label: text.copyJson, onSelect: () => copy(JSON.stringify(detail, null, 2), text.copied) },
      ]}
    />
  );
}

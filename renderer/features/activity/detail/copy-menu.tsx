import { Copy } from "lucide-react";
import type { RequestDetail } from "../../../../electron/core/request-log.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Copies the message as a cURL command, its bodies, or all of it as JSON. */
export function CopyMenu({ detail }: { readonly detail: RequestDetail }) {
  const { common } = useText();
  const text = useText().activity.detail;
  const status = useBridgeQuery("app.status", {});
  const toast = useToast();
  const copy = (value: string, done: string) => toast.copy(value, done, text.copyFailed);
  const curl = status.data === undefined ? null : curlCommand(detail, status.data.url);
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet" icon={Copy}>
          {common.copy}
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
          onSelect: () => copy(detail.requestBody ?? "", common.copied),
          disabled: detail.requestBody === null,
        },
        {
          label: text.copyResponse,
          onSelect: () => copy(detail.responseBody ?? "", common.copied),
          disabled: detail.responseBody === null,
        },
        { label: text.copyJson, onSelect: () => copy(JSON.stringify(detail, null, 2), common.copied) },
      ]}
    />
  );
}

/** Headers that curl sets itself, or that apply to one connection. */
const OMITTED_HEADERS = new Set([
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "transfer-encoding",
  "keep-alive",
  "user-agent",
  "accept-language",
]);

/**
 * A command for a POSIX shell that sends the message again. It never contains the token: the shell reads it from the
 * environment variable `RECOLLECT_TOKEN`. Null for messages that Recollect sent.
 *
 * @param endpoint the MCP address, `http://127.0.0.1:7325/mcp`; REST paths are resolved against it
 */
export function curlCommand(detail: RequestDetail, endpoint: string): string | null {
  if (detail.direction === "sent") return null;
  const rest = /^(GET|POST) (\/\S*)$/.exec(detail.method ?? "");
  const method = rest?.[1] ?? "POST";
  const url = rest?.[2] === undefined ? endpoint : new URL(rest[2], endpoint).href;
  const headers = Object.entries(detail.requestHeaders)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OMITTED_HEADERS.has(name) && !name.startsWith("sec-") && name !== "authorization");
  const has = (name: string) => headers.some(([other]) => other === name);
  const parts = [
    `curl -X ${method} ${shellQuote(url)}`,
    `-H "Authorization: Bearer $RECOLLECT_TOKEN"`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(method === "POST" && !has("content-type") ? [`-H 'content-type: application/json'`] : []),
    ...(rest === null && !has("accept") ? [`-H 'accept: application/json, text/event-stream'`] : []),
    ...(method === "POST" && detail.requestBody !== null ? [`--data-raw ${shellQuote(detail.requestBody)}`] : []),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes any text as one word of a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

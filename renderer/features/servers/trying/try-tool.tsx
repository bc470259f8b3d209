import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ServerCall, ServerSummary, ServerTool } from "../../../../electron/core/servers.ts";
import { BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { matchesKeys } from "../../../ui/keys.ts";
import { useSeconds } from "../use-seconds.ts";
import { CallResult } from "./call-result.tsx";
import { type FieldProblem, fieldsOf, readArguments } from "./schema-fields.ts";
import { SchemaForm } from "./schema-form.tsx";

interface TryToolProps {
  readonly server: Pick<ServerSummary, "id">;
  readonly tool: ServerTool;
}

/** A form that calls a tool, and the result. */
export function TryTool({ server: { id }, tool }: TryToolProps) {
  const { common, servers } = useText();
  const words = servers.trying;
  const bridge = useBridge();
  const cache = useQueryClient();
  const fields = useMemo(() => fieldsOf(tool.inputSchema), [tool.inputSchema]);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({});
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const call = useMutation<ServerCall, BridgeError, Readonly<Record<string, unknown>>>({
    networkMode: "always",
    retry: false,
    mutationFn: (values) => {
      running.current = new AbortController();
      return bridge.invoke("servers.call", { id, tool: tool.name, arguments: { ...values } }, running.current.signal);
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: ["servers.list"] }),
  });
  const isCallable = tool.state === "approved" && tool.enabled;
  const submit = () => {
    if (call.isPending || !isCallable) return;
    const read = readArguments(fields, texts);
    setProblems("problems" in read ? read.problems : {});
    if ("values" in read) call.mutate(read.values);
  };
  return (
    <section aria-label={words.title} className="mt-5">
      <h3 className="font-medium">{words.title}</h3>
      <p className="text-sm text-ink-faint">
        {isCallable ? words.what : tool.state === "approved" ? words.off : words.notApproved}
      </p>
      <form
        className="mt-2 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (!matchesKeys(event.nativeEvent, "mod+enter")) return;
          event.preventDefault();
          submit();
        }}
      >
        {fields.length === 0 && <p className="text-ink-soft">{words.noArguments}</p>}
        <SchemaForm
          fields={fields}
          texts={texts}
          problems={problems}
          onChange={(name, text) => {
            setTexts((current) => ({ ...current, [name]: text }));
            setProblems(({ [name]: _, ...others }) => others);
          }}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" icon={Play} keys="mod+enter" disabled={!isCallable || call.isPending}>
            {words.call}
          </Button>
          {call.isPending && (
            <>
              <Button onClick={() => running.current?.abort()}>{common.cancel}</Button>
              <Running />
            </>
          )}
        </div>
      </form>
      {call.isError &&
        (call.error instanceof BridgeError && call.error.code === "cancelled" ? (
          <p role="status" className="mt-3 text-ink-soft">
            {words.cancelled}
          </p>
        ) : (
          <div className="mt-3">
            <ErrorState error={call.error} inline />
          </div>
        ))}
      {call.isSuccess && <CallResult call={call.data} />}
    </section>
  );
}

function Running() {
  const words = useText().servers.trying;
  return <span className="text-ink-soft">{words.running(useSeconds())}</span>;
}

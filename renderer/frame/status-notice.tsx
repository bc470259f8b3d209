import clsx from "clsx";
import { useBridgeQuery } from "../data/use-bridge-query.ts";
import { useConnection } from "../data/use-connection.ts";
import { useText } from "../text/use-text.ts";
import { describeStatus, NOTICE_TONES } from "./describe-status.ts";

/** Above the place, what is wrong: always where the page is cut off, and in a narrow window what the sidebar has no room for. */
export function StatusNotice() {
  const text = useText();
  const connected = useConnection();
  const status = useBridgeQuery("app.status", {});
  if (status.error?.code === "signed_out") return <Notice tone="bad" words={text.common.signedOutText} />;
  if (!connected) return <Notice tone="bad" words={text.frame.connectionLost} />;
  const { tone, label, problem } = describeStatus(status.data, !status.isError, text);
  return problem === null ? null : <Notice tone={tone} words={`${label}. ${problem}`} className="wide:hidden" />;
}

interface NoticeProps {
  readonly tone: "good" | "plain" | "warn" | "bad";
  readonly words: string;
  readonly className?: string;
}

function Notice({ tone, words, className }: NoticeProps) {
  return (
    <p role="status" className={clsx("px-4 py-1.5", NOTICE_TONES[tone], className)}>
      {words}
    </p>
  );
}

import { useEffect, useState } from "react";
import { useBridge } from "./bridge-context.tsx";

/** Whether the application can be reached. A short break while the stream reconnects is not told. */
export function useConnection(): boolean {
  const bridge = useBridge();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = bridge.onConnection((now) => {
      clearTimeout(timer);
      if (now) setConnected(true);
      else timer = setTimeout(() => setConnected(false), 1_000);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [bridge]);
  return connected;
}

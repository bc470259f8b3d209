import { useEffect, useState } from "react";

/** Complete seconds since the component was mounted. */
export function useSeconds(): number {
  const [started] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - started) / 1_000)), 250);
    return () => clearInterval(timer);
  }, [started]);
  return seconds;
}

import { useEffect, useState } from "react";

/** False at first, then true: content that loads quickly shows no loading state. 150 ms is hardly noticeable. */
export function useDelayed(milliseconds = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}

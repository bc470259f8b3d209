import { useEffect, useState } from "react";

/** False for the first `milliseconds`, so that what arrives at once shows no trace of having been waited for. */
export function useDelayed(milliseconds = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}

import { useEffect } from "react";
import { useBridgeQuery } from "../data/use-bridge-query.ts";

/** Marks the page with the desktop's platform, where the frame leaves room for the system's window buttons. */
export function usePlatform(): void {
  const { data } = useBridgeQuery("app.status", {});
  const platform = data?.host === "desktop" ? data.platform : undefined;
  useEffect(() => {
    if (platform !== undefined) document.documentElement.dataset.platform = platform;
  }, [platform]);
}

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createDesktopBridge } from "./bridge.ts";
import { openBrowserBridge } from "./browser-bridge.ts";
import { createQueryClient } from "./data/query-client.ts";
import { loadRememberedText } from "./text/text-provider.tsx";
import { applyRememberedTheme } from "./ui/use-theme.ts";
import "./styles/theme.css";

applyRememberedTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
const bridge = window.recollect === undefined ? await openBrowserBridge() : createDesktopBridge(window.recollect);
const text = await loadRememberedText();
createRoot(root).render(
  <StrictMode>
    <App bridge={bridge} queryClient={createQueryClient()} text={text} />
  </StrictMode>,
);

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createBridge } from "./bridge.ts";
import { createQueryClient } from "./data/query-client.ts";
import { loadRememberedText } from "./text/text-provider.tsx";
import { applyRememberedTheme } from "./ui/use-theme.ts";
import "./styles/theme.css";

applyRememberedTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
const text = await loadRememberedText();
createRoot(root).render(
  <StrictMode>
    <App bridge={createBridge()} queryClient={createQueryClient()} text={text} />
  </StrictMode>,
);

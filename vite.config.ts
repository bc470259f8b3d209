import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The window's build. Relative addresses, because it is served from `app://` and from the headless server alike. */
export default defineConfig({
  root: "renderer",
  base: "./",
  plugins: [react(), tailwindcss()],
  build: { outDir: "../dist/renderer", emptyOutDir: true, target: "chrome146", sourcemap: true },
});

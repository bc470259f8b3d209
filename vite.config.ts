import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { DEFAULT_PORT } from "./electron/platform/config.ts";
import { listPackages } from "./scripts/release/bundled-packages.ts";

/**
 * While developing (`npm run dev`), a running `npm run headless` responds to the window's calls. To sign
 * in, open its link with the port of the development server.
 */
const headless = `http://127.0.0.1:${process.env.RECOLLECT_PORT ?? DEFAULT_PORT}`;

/** The window's build. Relative addresses, because it is served from `app://` and from the headless server alike. */
export default defineConfig({
  root: "renderer",
  base: "./",
  plugins: [react(), tailwindcss(), listPackages("window")],
  server: {
    host: "127.0.0.1",
    proxy: { "/interface": { target: headless, changeOrigin: true, headers: { origin: headless } } },
  },
  // Files come from this machine: one large script costs less than many small ones.
  build: {
    outDir: "../dist/renderer",
    emptyOutDir: true,
    target: "chrome146",
    sourcemap: true,
    chunkSizeWarningLimit: 3000,
  },
});

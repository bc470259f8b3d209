import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["electron/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
          testTimeout: 20_000,
          // What happens on another thread may take a while on a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [react()],
        test: {
          name: "renderer",
          environment: "happy-dom",
          include: ["renderer/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});

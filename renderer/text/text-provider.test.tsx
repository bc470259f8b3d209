import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DEFAULT_SECRET_POLICY } from "../../electron/core/secrets/policy.ts";
import { en } from "../../electron/text/en.ts";
import { languageOf } from "../../electron/text/language.ts";
import { zh } from "../../electron/text/zh.ts";
import { createQueryClient } from "../data/query-client.ts";
import { BridgeProvider } from "../data/use-bridge.tsx";
import { createTestBridge } from "../testing/test-bridge.ts";
import { TextProvider } from "./text-provider.tsx";
import { useText } from "./use-text.ts";

afterEach(cleanup);

it("takes the first supported language of the system, and Chinese by its script", () => {
  expect(languageOf("system", ["zh-CN", "en"])).toBe("zh-CN");
  expect(languageOf("system", ["zh-SG"])).toBe("zh-CN");
  expect(languageOf("system", ["zh-TW", "en-GB"])).toBe("en");
  expect(languageOf("system", ["de", "fr"])).toBe("en");
  expect(languageOf("system", ["C", "zh-Hans-CN"])).toBe("zh-CN");
  expect(languageOf("en", ["zh-CN"])).toBe("en");
});

it("shows the language of the settings and sets the lang of the page", async () => {
  const bridge = createTestBridge({
    "settings.get": () => ({
      port: 7325,
      theme: "system",
      language: "zh-CN",
      startAtLogin: false,
      canStartAtLogin: false,
      quickKeys: null,
      quickWindow: null,
      dataFolder: "/home/ada/recollect",
      secrets: DEFAULT_SECRET_POLICY,
      use: true,
      restartNeeded: false,
    }),
  });
  render(
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={createQueryClient()}>
        <TextProvider initial={en}>
          <Title />
        </TextProvider>
      </QueryClientProvider>
    </BridgeProvider>,
  );
  expect(await screen.findByText("记忆")).toBeTruthy();
  expect(document.documentElement.lang).toBe("zh-CN");
});

function Title() {
  return <p>{useText().frame.memories}</p>;
}

it("has no text in Chinese that is still English", () => {
  const same = (one: unknown, other: unknown, path: string): string[] => {
    if (typeof one === "string") return one === other && /[a-z]{4}/.test(one) ? [path] : [];
    if (typeof one !== "object" || one === null) return [];
    return Object.entries(one).flatMap(([key, value]) =>
      same(value, (other as Record<string, unknown>)[key], `${path}.${key}`),
    );
  };
  // Proper names and an example of a project are the same in Chinese.
  const names = [
    "frame.name",
    "clients.sheet.viaStdio",
    "activity.transport.stdio",
    "settings.model.kinds.ollama",
    "settings.memorySecrets.placeholder",
    "spaces.carrier.postgres",
    "spaces.domain.otherPlaceholder",
    "conversations.leaveOut.folderPlaceholder",
    "conversations.leaveOut.projectPlaceholder",
    "remoteDomains.domainPlaceholder",
    "remoteDomains.addressPlaceholder",
    "clientMemories.addPlaceholder",
  ];
  expect(same(en, zh, "text").filter((path) => !names.some((name) => path === `text.${name}`))).toEqual([]);
});

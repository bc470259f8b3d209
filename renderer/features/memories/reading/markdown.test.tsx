import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDesktopBridge } from "../../../bridge.ts";
import { BridgeProvider } from "../../../data/bridge-context.tsx";
import { NavigationProvider } from "../../../navigation/navigation.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { MarkdownPage } from "./markdown.tsx";

let asked: unknown[];
beforeEach(() => {
  asked = [];
  location.hash = "";
});
afterEach(cleanup);

function show(content: string): HTMLElement {
  const bridge = createDesktopBridge({
    invoke: async (method, input) => {
      asked.push([method, input]);
      return { ok: true, value: null };
    },
    cancel: () => undefined,
    onEvent: () => () => undefined,
  });
  const { container } = render(
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={new QueryClient()}>
        <NavigationProvider>
          <ToastProvider>
            <MarkdownPage content={content} />
          </ToastProvider>
        </NavigationProvider>
      </QueryClientProvider>
    </BridgeProvider>,
  );
  return container;
}

describe("a memory's page", () => {
  it("shows raw HTML as nothing that works", () => {
    const page = show('<img src=x onerror="alert(1)"> and <script>alert(1)</script>');
    expect(page.querySelector("img, script")).toBeNull();
  });

  it("makes no link of an address that is neither web nor memory", () => {
    const page = show("[run](javascript:alert(1)) [file](file:///etc/passwd)");
    expect(page.querySelector("a")).toBeNull();
    expect(page.textContent).toContain("run");
  });

  it("opens web links outside", () => {
    show("[plan](https://example.com/plan)");
    fireEvent.click(screen.getByRole("link", { name: "plan" }));
    expect(asked).toEqual([["app.openExternal", { url: "https://example.com/plan" }]]);
  });

  it("opens links to other memories here", () => {
    show("[other](recollect://acme%2Fshop/decisions/01M7YKC0TJFJ9RHPDE80EJ4ZAN)");
    fireEvent.click(screen.getByRole("link", { name: "other" }));
    expect(location.hash).toBe("#/memories/all/01M7YKC0TJFJ9RHPDE80EJ4ZAN");
    expect(asked).toEqual([]);
  });

  it("loads no image, and links to it instead", () => {
    const page = show("![chart](https://example.com/chart.png)");
    expect(page.querySelector("img")).toBeNull();
    expect(screen.getByRole("link", { name: "image: chart" })).toBeDefined();
  });

  it("lets each paragraph run in the direction of its script", () => {
    const page = show("English\n\nعربي");
    expect([...page.querySelectorAll("p")].every((paragraph) => paragraph.dir === "auto")).toBe(true);
  });

  it("puts headings below the page's own title", () => {
    show("# Big");
    expect(screen.getByRole("heading", { level: 2, name: "Big" })).toBeDefined();
  });

  it("says of a task whether it is done, without a box that could be pressed", () => {
    const page = show("- [x] Address\n- [ ] Payment");
    expect(screen.getByRole("img", { name: "done:" }).parentElement?.textContent).toContain("Address");
    expect(screen.getByRole("img", { name: "to do:" }).parentElement?.textContent).toContain("Payment");
    expect(page.querySelector("input")).toBeNull();
  });
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDesktopBridge } from "../../../bridge.ts";
import { BridgeProvider } from "../../../data/use-bridge.tsx";
import { NavigationProvider } from "../../../navigation/navigation.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { MarkdownPage } from "./markdown.tsx";

let calls: unknown[];
beforeEach(() => {
  calls = [];
  location.hash = "";
});
afterEach(cleanup);

function Page({ content }: { readonly content: string }) {
  const bridge = createDesktopBridge({
    invoke: async (method, input) => {
      calls.push([method, input]);
      return { ok: true, value: null };
    },
    cancel: () => undefined,
    onEvent: () => () => undefined,
    pathOf: () => "",
  });
  return (
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={new QueryClient()}>
        <NavigationProvider>
          <ToastProvider>
            <MarkdownPage content={content} />
          </ToastProvider>
        </NavigationProvider>
      </QueryClientProvider>
    </BridgeProvider>
  );
}

const show = (content: string) => render(<Page content={content} />).container;
const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

describe("MarkdownPage", () => {
  it("aligns the columns of a table", () => {
    const page = show("| query | count |\n| :-- | --: |\n| money | 12 |");
    const cells = [...page.querySelectorAll("th, td")].map((cell) => (cell as HTMLElement).style.textAlign);
    expect(cells).toEqual(["left", "right", "left", "right"]);
  });

  it("keeps room for the language and the copy button of code, above it or next to it", () => {
    const page = show(`${fenced("sql", "SELECT 1")}\n\n${fenced("", "plain")}`);
    expect([...page.querySelectorAll("pre")].map(({ className }) => className)).toEqual(["pt-7!", "pr-9!"]);
  });

  it("shows hidden characters as marks, including in code", () => {
    render(<Page content={"Open user\u202etxt.exe and `rm\u200b -rf`"} />);
    expect(document.body.textContent).toContain("Open user⟨U+202E⟩txt.exe and rm⟨U+200B⟩ -rf");
  });

  it("does not render raw HTML", () => {
    const page = show('<img src=x onerror="alert(1)"> and <script>alert(1)</script>');
    expect(page.querySelector("img, script")).toBeNull();
  });

  it("renders only web and memory addresses as links", () => {
    const page = show("[run](javascript:alert(1)) [file](file:///etc/passwd)");
    expect(page.querySelector("a")).toBeNull();
    expect(page.textContent).toContain("run");
  });

  it("opens web links in the browser", () => {
    show("[plan](https://example.com/plan)");
    fireEvent.click(screen.getByRole("link", { name: "plan" }));
    expect(calls).toEqual([["app.openExternal", { url: "https://example.com/plan" }]]);
  });

  it("opens links to other memories in the window", () => {
    show("[other](recollect://acme%2Fshop/decisions/01M7YKC0TJFJ9RHPDE80EJ4ZAN)");
    fireEvent.click(screen.getByRole("link", { name: "other" }));
    expect(location.hash).toBe("#/memories/all/01M7YKC0TJFJ9RHPDE80EJ4ZAN");
    expect(calls).toEqual([]);
  });

  it("links to images instead of loading them", () => {
    const page = show("![chart](https://example.com/chart.png)");
    expect(page.querySelector("img")).toBeNull();
    expect(screen.getByRole("link", { name: "image: chart" })).toBeDefined();
  });

  it("gives each paragraph the direction of its script", () => {
    const page = show("English\n\nعربي");
    expect([...page.querySelectorAll("p")].every((paragraph) => paragraph.dir === "auto")).toBe(true);
  });

  it("renders headings one level below the page's title", () => {
    show("# Big");
    expect(screen.getByRole("heading", { level: 2, name: "Big" })).toBeDefined();
  });

  it("shows the state of a task as an image, not as a checkbox", () => {
    const page = show("- [x] Address\n- [ ] Payment");
    expect(screen.getByRole("img", { name: "done:" }).parentElement?.textContent).toContain("Address");
    expect(screen.getByRole("img", { name: "to do:" }).parentElement?.textContent).toContain("Payment");
    expect(page.querySelector("input")).toBeNull();
  });

  it("shows code immediately and highlights it when the grammars are loaded", async () => {
    const code = show(fenced("ts", "const orders = 'paid';")).querySelector("code");
    expect(code?.textContent).toBe("const orders = 'paid';\n");
    await waitFor(() => expect(code?.querySelector(".hljs-keyword")?.textContent).toBe("const"));
    expect(code?.querySelector(".hljs-string")?.textContent).toBe("'paid'");
    expect(code?.textContent).toBe("const orders = 'paid';\n");
  });

  it("never shows the highlighting of previous code", async () => {
    const { container, rerender } = render(<Page content={fenced("sql", "SELECT 1;")} />);
    await waitFor(() => expect(container.querySelector(".hljs-keyword")).not.toBeNull());
    rerender(<Page content={fenced("sql", "UPDATE stock;")} />);
    expect(container.querySelector("code")?.textContent).toBe("UPDATE stock;\n");
    await waitFor(() => expect(container.querySelector(".hljs-keyword")?.textContent).toBe("UPDATE"));
  });

  it("shows code in an unknown language without highlighting", async () => {
    const page = show(fenced("klingon", "!?"));
    await import("./highlight-code.ts");
    expect(page.querySelector("code")?.innerHTML).toBe("!?\n");
  });

  it("shows markup in code as text", async () => {
    const page = show(fenced("html", "<img src=x onerror=alert(1)>"));
    await waitFor(() => expect(page.querySelector(".hljs-tag")).not.toBeNull());
    expect(page.querySelector("img")).toBeNull();
  });
});

import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { HighlightedCode } from "./highlighted-code.tsx";

afterEach(cleanup);

function show(code: string, language: string) {
  const { container, rerender } = render(<HighlightedCode code={code} language={language} />);
  return {
    container,
    change: (next: string) => rerender(<HighlightedCode code={next} language={language} />),
  };
}

describe("highlighted code", () => {
  it("is there at once, and gets the colours of its language when its grammar has come", async () => {
    const { container } = show("const orders = 'paid';", "ts");
    expect(container.textContent).toBe("const orders = 'paid';");
    await waitFor(() => expect(container.querySelector(".hljs-keyword")?.textContent).toBe("const"));
    expect(container.querySelector(".hljs-string")?.textContent).toBe("'paid'");
    expect(container.textContent).toBe("const orders = 'paid';");
  });

  it("never shows the colours of what stood there before", async () => {
    const { container, change } = show("SELECT 1;", "sql");
    await waitFor(() => expect(container.querySelector(".hljs-keyword")).not.toBeNull());
    change("UPDATE stock;");
    expect(container.textContent).toBe("UPDATE stock;");
    await waitFor(() => expect(container.querySelector(".hljs-keyword")?.textContent).toBe("UPDATE"));
  });

  it("stays plain in a language nobody knows", async () => {
    show("!?", "klingon");
    await import("./highlight-code.ts");
    expect(screen.getByText("!?").innerHTML).toBe("!?");
  });

  it("shows markup in code as text", async () => {
    const { container } = show("<img src=x onerror=alert(1)>", "html");
    await waitFor(() => expect(container.querySelector(".hljs-tag")).not.toBeNull());
    expect(container.querySelector("img")).toBeNull();
  });
});

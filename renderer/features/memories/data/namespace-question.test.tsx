import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPlace } from "../../../testing/render-place.tsx";
import { NamespaceQuestion, useNamespace } from "./namespace-question.tsx";

function Writer({ name }: { readonly name: string }) {
  const prepare = useNamespace();
  const [written, setWritten] = useState<string | null>("");
  return (
    <>
      <button type="button" onClick={() => void prepare(name).then(setWritten)}>
        Write
      </button>
      <output>{written ?? "cancelled"}</output>
    </>
  );
}

function write(name: string) {
  const bridge = renderPlace(
    <NamespaceQuestion>
      <Writer name={name} />
    </NamespaceQuestion>,
    "#/memories",
    {
      "memories.namespaces": () => ["decisions", "context", "recipes"],
      "memories.addNamespace": ({ name: added }) => ["decisions", "context", "recipes", added],
    },
  );
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  return bridge;
}
const outcome = () => screen.getByRole("status", { hidden: true }).textContent;

it("asks about a new namespace that is like a known one, and writes to the chosen one", async () => {
  const bridge = write("dec");
  expect(await screen.findByRole("dialog", { name: "Add the namespace “dec”?" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Use “decisions”" }));
  await waitFor(() => expect(outcome()).toBe("decisions"));
  expect(bridge.calls.some(({ method }) => method === "memories.addNamespace")).toBe(false);
});

it("adds it if the person means it, and writes nothing if the person cancels", async () => {
  const bridge = write("recipe");
  fireEvent.click(await screen.findByRole("button", { name: "Add “recipe”" }));
  await waitFor(() => expect(outcome()).toBe("recipe"));
  expect(bridge.calls).toContainEqual({ method: "memories.addNamespace", input: { name: "recipe" } });
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(outcome()).toBe("cancelled"));
});

it("does not ask about a known namespace, nor about a name that is not like another", async () => {
  write("recipes");
  await waitFor(() => expect(outcome()).toBe("recipes"));
});

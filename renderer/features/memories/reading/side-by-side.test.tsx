import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Difference } from "./difference.tsx";

const LONG = "Orders need transactions across two tables, so the service uses PostgreSQL and not MongoDB for them.";
const OTHER = "The staging key rotates each Monday morning; ask the platform team before a deployment on that day.";

it("marks words of texts that have much in common", () => {
  const { container } = render(<Difference before={LONG} after={LONG.replace("two", "three")} />);
  expect(container.querySelector("del")?.textContent).toBe("two");
  expect(container.querySelector("ins")?.textContent).toBe("three");
});

it("shows texts that have little in common side by side, and names the sides", () => {
  const { container } = render(<Difference before={`${LONG}\u202e`} after={OTHER} />);
  expect([...container.querySelectorAll("del, ins")].map((side) => side.textContent)).toEqual([
    `${LONG}⟨U+202E⟩`,
    OTHER,
  ]);
  expect(screen.getByText("removed")).toBeTruthy();
  expect(screen.getByText("added")).toBeTruthy();
});

it("marks words of short texts, whatever they have in common", () => {
  const { container } = render(<Difference before="Deploys run at 3." after="Deploy at noon." />);
  expect(container.querySelectorAll("del, ins").length).toBeGreaterThan(2);
});

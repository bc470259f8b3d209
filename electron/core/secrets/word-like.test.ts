import { describe, expect, it } from "vitest";
import { createRandom, LOWER, UPPER } from "./testing/random.ts";
import { hasOnlyWords } from "./word-like.ts";

describe("hasOnlyWords", () => {
  it.each([
    "required",
    "passwordInput.value",
    "fake_user_token",
    "YOURSECRETKEYGOESHERE",
    "process.env.PRIVATE_KEY",
    "getServerSideProps",
    "XMLHttpRequest",
    "erforderlich",
    "Geschäftsführung",
    "обязательно",
  ])("recognises the words of %j", (text) => {
    expect(hasOnlyWords(text)).toBe(true);
  });

  it.each([
    ["lower case", LOWER, 12],
    ["upper case", UPPER, 12],
    ["both cases", LOWER + UPPER, 10],
    ["lower case", LOWER, 16],
  ])("recognises at most one in fifty random values of %s", (_alphabet, alphabet, length) => {
    const random = createRandom(3);
    const values = Array.from({ length: 2000 }, () => random.text(alphabet, length));
    expect(values.filter(hasOnlyWords).length).toBeLessThanOrEqual(40);
  });
});

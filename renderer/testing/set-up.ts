import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** Testing Library waits one second for a condition, which a busy machine exceeds. */
configure({ asyncUtilTimeout: 30_000 });

// Here and not in a module that tests import: the files of a worker share it, so its hooks would run for one file only.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

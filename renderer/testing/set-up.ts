import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** Testing Library waits one second for a condition, which a busy machine exceeds. */
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);

import { configure } from "@testing-library/react";

/** Testing Library waits one second for a condition, which a busy machine exceeds. */
configure({ asyncUtilTimeout: 30_000 });

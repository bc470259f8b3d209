import { noticesAbout } from "../../core/hidden-characters.ts";
import type { CaptureInput } from "../../core/memory-service.ts";
import { characterNotices } from "../../core/text/en/notices.ts";
import { messageText } from "../../core/text/message.ts";

/** The notices about the characters of a memory's fields, as text; undefined if there are none. */
export function characterNoticesOf(
  input: Partial<Pick<CaptureInput, "content" | "tags" | "source" | "domain">>,
): string[] | undefined {
  const notices = noticesAbout([input.content ?? "", input.source ?? "", input.domain ?? "", ...(input.tags ?? [])]);
  return notices.length === 0 ? undefined : notices.map((notice) => messageText(characterNotices, notice));
}

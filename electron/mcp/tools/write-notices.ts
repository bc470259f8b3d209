import { noticesAbout } from "../../core/hidden-characters.ts";
import type { CaptureInput, SecretNotice } from "../../core/memory-service.ts";
import { characterNotices, secretNotices } from "../../text/en/notices.ts";
import { messageText } from "../../text/message.ts";

type Fields = Partial<Pick<CaptureInput, "content" | "tags" | "source" | "domain">>;

/** Collects the notices of one write for the answer: about secrets, and about the characters of the fields. */
export class WriteNotices {
  readonly #fields: Fields;
  readonly #secrets: SecretNotice[] = [];

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  readonly add = (notice: SecretNotice): void => {
    this.#secrets.push(notice);
  };

  /** As text; undefined if there are none. */
  texts(): string[] | undefined {
    const { content, source, domain, tags } = this.#fields;
    const characters = noticesAbout([content ?? "", source ?? "", domain ?? "", ...(tags ?? [])]);
    const texts = [
      ...this.#secrets.map((notice) => messageText(secretNotices, notice)),
      ...characters.map((notice) => messageText(characterNotices, notice)),
    ];
    return texts.length === 0 ? undefined : texts;
  }
}

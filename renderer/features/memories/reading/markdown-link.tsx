import type { ReactNode } from "react";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";

interface MarkdownLinkProps {
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/** A link inside a memory: another memory opens here, a web address in the browser; what is neither is only text. */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  const { navigate } = useNavigation();
  const text = useText();
  const toast = useToast();
  const bridge = useBridge();
  if (href === undefined || href === "") return children;
  const id = /^recollect:\/\/.*\/([0-9A-Z]{26})$/i.exec(href)?.[1];
  const follow = () => {
    if (id !== undefined) navigate({ place: "memories", path: ["all", id.toUpperCase()] });
    else {
      bridge.openExternal(href).catch((error: unknown) => toast.show({ message: tellError(error, text), tone: "bad" }));
    }
  };
  return (
    <a
      href={href}
      title={href}
      rel="noreferrer"
      onClick={(event) => {
        event.preventDefault();
        follow();
      }}
    >
      {children}
    </a>
  );
}

/** Images are not loaded: that would tell their server what is being read. */
export function ImageLink({ src, alt }: { readonly src: string | undefined; readonly alt: string }) {
  const text = useText();
  return <MarkdownLink href={src}>{text.memories.image(alt)}</MarkdownLink>;
}

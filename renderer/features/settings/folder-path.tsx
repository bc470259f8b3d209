import { useText } from "../../text/use-text.ts";
import { CopyButton } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";

/** The path of a folder, which can be selected and copied. */
export function FolderPath({ path }: { readonly path: string }) {
  const { common } = useText();
  return (
    <>
      <Code className="min-w-0 break-all">{path}</Code>
      <CopyButton size="small" variant="quiet" value={path} label={common.copyPath} />
    </>
  );
}

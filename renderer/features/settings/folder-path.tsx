import { useText } from "../../text/use-text.ts";
import { CopyButton } from "../../ui/button.tsx";

/** The path of a folder, which can be selected and copied. */
export function FolderPath({ path }: { readonly path: string }) {
  const { common } = useText();
  return (
    <>
      <code className="min-w-0 font-mono text-sm break-all" data-selectable>
        {path}
      </code>
      <CopyButton size="small" variant="quiet" value={path} label={common.copyPath} />
    </>
  );
}

import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";

/** Says why nothing can come while the application does not serve; nothing otherwise. */
export function ServingNotice() {
  const words = useText().clients.contact;
  const status = useBridgeQuery("app.status", {});
  const resume = useBridgeMutation("app.setServing", { onSuccess: () => void status.refetch() });
  const serving = status.data?.serving ?? "serving";
  if (serving === "serving") {
    return null;
  }
  return (
    <div role="alert" className="mb-2 flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
      <span className="flex-1">{serving === "paused" ? words.paused : words.failed}</span>
      {serving === "paused" && (
        <Button size="small" onClick={() => resume.mutate({ serving: true })}>
          {words.resume}
        </Button>
      )}
    </div>
  );
}

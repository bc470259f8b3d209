import { Square, SquareCheck } from "lucide-react";
import { useText } from "../../../text/use-text.ts";

/** The box of a task in a list: shown, not pressed, for the memory's text is what says it. */
export function TaskMark({ done }: { readonly done: boolean }) {
  const words = useText().memories.task;
  const Icon = done ? SquareCheck : Square;
  return <Icon role="img" aria-label={done ? words.done : words.open} className="task-mark" />;
}

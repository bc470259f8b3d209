import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useText } from "../text/use-text.ts";
import { Button, type ButtonProps } from "./button.tsx";

interface CopyButtonProps extends Omit<ButtonProps, "onClick" | "icon"> {
  /** What is copied. */
  readonly value: string;
  readonly label?: string;
}

/** Copies, and says so in its own place for a moment. */
export function CopyButton({ value, label, ...rest }: CopyButtonProps) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button icon={copied ? Check : Copy} onClick={() => void copy()} {...rest}>
      <span aria-live="polite">{copied ? text.common.copied : (label ?? text.common.copy)}</span>
    </Button>
  );
}

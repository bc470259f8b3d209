import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useText } from "../text/use-text.ts";
import { Button, type ButtonProps } from "./button.tsx";

interface CopyButtonProps extends Omit<ButtonProps, "onClick" | "icon"> {
  /** The text to copy. */
  readonly value: string;
  readonly label?: string;
}

/** Copies a text and confirms it briefly in its label. */
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

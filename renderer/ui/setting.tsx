import type { ReactNode } from "react";

interface SettingGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingGroup({ title, children }: SettingGroupProps) {
  return (
    <section aria-label={title} className="border-t border-line py-5 first:border-0">
      <h2 className="mb-3 font-semibold">{title}</h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

interface SettingProps {
  readonly name: string;
  /** The effect of the setting, or why it is not available. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** A setting: name, control, and a hint below. */
export function Setting({ name, hint, children }: SettingProps) {
  return (
    <div className="grid grid-cols-[132px_minmax(0,1fr)] gap-x-4 max-[620px]:grid-cols-1 max-[620px]:gap-y-1">
      <div className="leading-7 text-ink-soft">{name}</div>
      <div className="min-w-0">
        <div className="flex min-h-7 flex-wrap items-center gap-2">{children}</div>
        {hint !== undefined && <div className="mt-1 text-sm text-ink-faint">{hint}</div>}
      </div>
    </div>
  );
}

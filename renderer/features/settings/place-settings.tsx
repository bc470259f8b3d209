import { X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { FormerName, Place, PlaceKind, PlaceMoved } from "../../../electron/core/places.ts";
import { useAction, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Offer, SettingGroup } from "../../ui/setting.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { ChoiceField } from "../memories/editor/metadata-fields.tsx";

const REFRESHED = ["memories.places", "memories.facets", "memories.namespaces", "memories.counts"] as const;

/** A place, and where its memories would go: "" for a choice of the person. */
interface Moving {
  readonly kind: PlaceKind;
  readonly from: string;
  readonly to: string;
}

/** The domains and namespaces with their memories: merge, rename and remove, and the domains that are one project. */
export function PlaceSettings() {
  const text = useText().settings.places;
  const places = useBridgeQuery("memories.places", {});
  const [moving, setMoving] = useState<Moving | null>(null);
  return (
    <SettingGroup title={text.title}>
      <p className="text-sm text-ink-faint">{text.hint}</p>
      <Loaded query={places} inline shape="lines" rows={2}>
        {({ domains, namespaces, repeated, formerNames }) => (
          <>
            {repeated.flatMap(([first = "", ...rest]) =>
              rest.map((other) => (
                <Offer key={other} text={text.repeated(other, first)}>
                  <Button size="small" onClick={() => setMoving({ kind: "domain", from: other, to: first })}>
                    {text.merge}
                  </Button>
                </Offer>
              )),
            )}
            <PlaceList kind="domain" places={domains} onMove={setMoving} />
            <PlaceList kind="namespace" places={namespaces} onMove={setMoving} />
            {formerNames.length > 0 && <FormerNames names={formerNames} />}
            {moving !== null && (
              <MoveDialog
                moving={moving}
                places={moving.kind === "domain" ? domains : namespaces}
                onClose={() => setMoving(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </SettingGroup>
  );
}

interface PlaceListProps {
  readonly kind: PlaceKind;
  readonly places: readonly (Place & { readonly isBuiltIn?: boolean; readonly isShared?: boolean })[];
  readonly onMove: (moving: Moving) => void;
}

function PlaceList({ kind, places, onMove }: PlaceListProps) {
  const text = useText().settings.places;
  const [isOpen, setOpen] = useState(false);
  const remove = useRemove(kind);
  return (
    <Disclosure summary={text.list[kind](places.length)} open={isOpen} onToggle={setOpen}>
      <ul aria-label={text.list[kind](places.length)} className="flex flex-col divide-y divide-line pt-1">
        {places.map(({ name, memories, others, isBuiltIn = false, isShared = false }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
            <span className="min-w-0 flex-1 basis-40 truncate" dir="auto" data-selectable>
              {name}
            </span>
            <span className="text-sm text-ink-faint">
              {[text.count(memories, others), ...(isShared ? [text.isShared] : [])].join(" · ")}
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-label={text.moveOf(name)}
              onClick={() => onMove({ kind, from: name, to: "" })}
            >
              {text.move}
            </Button>
            <IconButton
              icon={X}
              label={text.remove[kind](name)}
              disabled={kind === "domain" ? memories === 0 : isBuiltIn || memories + others > 0}
              onClick={() => remove(name)}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The former names of domains, under which clients still reach them. */
function FormerNames({ names }: { readonly names: readonly FormerName[] }) {
  const text = useText().settings.places;
  const [isOpen, setOpen] = useState(false);
  const undo = useUndo();
  const set = useBridgeMutation("memories.setFormerName", { refreshes: REFRESHED });
  const forget = useAction("memories.setFormerName", { refreshes: REFRESHED });
  const remove = ({ name, means }: FormerName) =>
    forget.mutate(
      { name, means: null },
      { onSuccess: () => undo.offer(text.nameForgotten(name), () => set.mutateAsync({ name, means })) },
    );
  return (
    <Disclosure summary={text.formerNames(names.length)} open={isOpen} onToggle={setOpen}>
      <ul aria-label={text.formerNames(names.length)} className="flex flex-col divide-y divide-line pt-1">
        {names.map((former) => (
          <li key={former.name} className="flex items-center gap-x-2 py-1">
            <span className="min-w-0 flex-1 truncate" dir="auto" data-selectable>
              {text.formerName(former.name, former.means)}
            </span>
            <IconButton icon={X} label={text.forgetName(former.name)} onClick={() => remove(former)} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Removes a place, and offers to undo it. */
function useRemove(kind: PlaceKind): (name: string) => void {
  const text = useText().settings.places;
  const offerUndo = useOfferUndo();
  const remove = useAction("memories.movePlace", {
    refreshes: REFRESHED,
    onSuccess: (moved) => offerUndo(moved, text.removed[kind](moved.from, moved.memories)),
  });
  return (name) => remove.mutate({ kind, from: name, to: null });
}

function useOfferUndo(): (moved: PlaceMoved, message: string) => void {
  const undo = useUndo();
  const undoMove = useBridgeMutation("memories.undoPlaceMove", { refreshes: REFRESHED });
  return ({ id }, message) => {
    if (id !== null) undo.offer(message, () => undoMove.mutateAsync({ id }));
  };
}

interface MoveDialogProps {
  readonly moving: Moving;
  readonly places: readonly Place[];
  readonly onClose: () => void;
}

/** Merges a place into another one, or renames it, after a preview. */
function MoveDialog({ moving, places, onClose }: MoveDialogProps) {
  const { common, settings } = useText();
  const text = settings.places;
  const { kind, from } = moving;
  const [to, setTo] = useState(moving.to);
  const typed = useDeferredValue(to.trim());
  const offerUndo = useOfferUndo();
  const preview = useBridgeQuery(
    "memories.movePlace",
    { kind, from, to: typed, dryRun: true },
    { enabled: typed !== "" && typed !== from, retry: false },
  );
  const move = useBridgeMutation("memories.movePlace", {
    refreshes: REFRESHED,
    onSuccess(moved) {
      offerUndo(moved, text.moved(moved.from, moved.to ?? "", moved.memories));
      onClose();
    },
  });
  const choices = places
    .filter(({ name }) => name !== from)
    .map(({ name, memories }) => ({ value: name, count: memories }));
  const planned = preview.data !== undefined && typed === to.trim() ? preview.data : null;
  return (
    <FormDialog
      title={text.dialog[kind](from)}
      description={text.dialogHint}
      size="small"
      submitLabel={planned === null || !planned.isNew ? text.merge : text.rename}
      canSubmit={planned !== null}
      isBusy={move.isPending}
      error={move.error ?? preview.error}
      onSubmit={() => move.mutate({ kind, from, to: to.trim() })}
      onClose={onClose}
    >
      <ChoiceField label={common[kind]} value={to} onChange={setTo} choices={choices} />
      {planned !== null && <Preview planned={planned} />}
    </FormDialog>
  );
}

function Preview({ planned }: { readonly planned: PlaceMoved }) {
  const text = useText().settings.places.preview;
  const { memories, others, identical, isNew, shared, clients, to } = planned;
  const lines = [
    text.memories(memories, others),
    isNew ? text.isNew(to ?? "") : text.exists(to ?? ""),
    ...(identical > 0 ? [text.identical(identical)] : []),
    ...shared.map(text.shared),
    ...(clients.length > 0 && to !== null ? [text.clients(clients.join(", "), to)] : []),
  ];
  return (
    <div role="status">
      <ul className="list-disc pl-5 text-ink-soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

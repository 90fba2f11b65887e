import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { actionKeys, doneKey, placeKeys, pressButton } from '../../lib/keys/keys.ts';
import type { Shortcuts } from '../../lib/keys/shortcuts.ts';
import { useShortcuts } from '../../lib/keys/use-shortcuts.ts';
import { placeGroups } from '../../lib/navigation/places.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })));

let loaded: Promise<typeof import('../../lib/keys/rows.ts')> | undefined;
/** One promise for all, so that keys act in the order they were pressed in. */
const rows = () => {
  loaded ??= import('../../lib/keys/rows.ts');
  return loaded;
};

/** To the next row; on a page that is about one of many to the next of these, unless a row has the focus. */
function goOn(key: string, step: 1 | -1): void {
  const isInRow = document.activeElement?.closest('main :is(tbody tr, li)');
  if (isInRow || !pressButton(key)) void rows().then(({ focusRow }) => focusRow(step));
}

/** The keys that work on every page: those of buttons, and of rows. */
const onPages: Shortcuts = {
  ...Object.fromEntries(Object.values(actionKeys).map((key) => [key, () => pressButton(key)])),
  j: () => goOn('j', 1),
  k: () => goOn('k', -1),
  x: () => void rows().then(({ tickRow }) => tickRow()),
  [doneKey]: () => void rows().then(({ pressInRow }) => pressInRow(doneKey)),
};

/** The keys that lead to places or press what a page has, and `?`, which lists all. */
export function Keys({ chipId }: { chipId: string | undefined }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const keys: Record<string, string> = placeKeys;
  const toPlaces = placeGroups(chipId)
    .flatMap((group) => group.places)
    .flatMap(({ id, to, params, search }) => {
      const key = keys[id];
      const go = () => void navigate({ to, params: (params ?? {}) as never, search: (search ?? {}) as never });
      return key === undefined ? [] : [[key, go] as const];
    });
  const list = () => {
    setOpen(true);
    setWasOpen(true);
  };
  const shortcuts: Shortcuts = { ...onPages, ...Object.fromEntries(toPlaces), '?': list };
  useShortcuts(shortcuts);
  return wasOpen ? (
    <Suspense>
      <KeysDialog open={open} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}

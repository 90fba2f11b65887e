import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { placeKeys } from '../../lib/keys/key-list.ts';
import type { Shortcuts } from '../../lib/keys/shortcuts.ts';
import { useShortcuts } from '../../lib/keys/use-shortcuts.ts';
import { placeGroups } from '../../lib/navigation/places.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })));

/** The keys that lead to places, and `?`, which lists all. */
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
  const shortcuts: Shortcuts = { ...Object.fromEntries(toPlaces), '?': list };
  useShortcuts(shortcuts);
  return wasOpen ? (
    <Suspense>
      <KeysDialog open={open} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}

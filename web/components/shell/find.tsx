import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { TimeZones } from '../../lib/api/time-zone.ts';
import { useShortcuts } from '../../lib/keys/use-shortcuts.ts';
import { onPaletteRequest } from '../../lib/palette/request.ts';
import { Icon } from '../icon.tsx';
import styles from './find.module.css';
import type { Navigation } from './navigation.ts';
import place from './place-link.module.css';

// Loaded when the user starts a search.
const Palette = lazy(() => import('../palette/palette.tsx').then((module) => ({ default: module.Palette })));
const RunFlowDialog = lazy(() =>
  import('../runs/run-flow-dialog.tsx').then((module) => ({ default: module.RunFlowDialog })),
);

interface Start {
  chipId: string;
  qubits: readonly string[];
}

/** Opens the command palette (rule NAV-5): by a click, by Ctrl or Cmd K, and by `/` outside of text fields. */
export function Find({ navigation }: { navigation: Navigation }) {
  const { zones } = navigation;
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [start, setStart] = useState<Start>();
  const show = useCallback(() => {
    setOpen(true);
    setWasOpen(true);
  }, []);
  useEffect(() => onPaletteRequest(show), [show]);
  useShortcuts({ 'mod+k': show, '/': show });
  return (
    <>
      <div className={styles.find}>
        <button type="button" className={place.place} aria-keyshortcuts="Control+K Meta+K" onClick={show}>
          <span className={place.icon}>
            <Icon name="find" />
          </span>
          <span className={place.label}>Find</span>
          <span className={styles.key} aria-hidden="true">
            /
          </span>
        </button>
      </div>
      {wasOpen && zones !== undefined && (
        <TimeZones value={zones}>
          <Suspense>
            <Palette
              navigation={navigation}
              timeZone={zones.shown}
              open={open}
              onClose={() => setOpen(false)}
              onMeasure={setStart}
            />
          </Suspense>
          {start && (
            <Suspense>
              <RunFlowDialog flowName={undefined} {...start} open onClose={() => setStart(undefined)} />
            </Suspense>
          )}
        </TimeZones>
      )}
    </>
  );
}

import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { TimeZones } from '../../lib/api/time-zone.ts';
import { useShortcuts } from '../../lib/keys/use-shortcuts.ts';
import { paletteField } from '../../lib/palette/field.ts';
import { onPaletteRequest } from '../../lib/palette/request.ts';
import { Icon } from '../icon.tsx';
import palette from '../palette/palette.module.css';
import search from '../search-list.module.css';
import styles from './find.module.css';
import type { Navigation } from './navigation.ts';
import place from './place-link.module.css';

// Loaded when the user starts a search.
const Palette = lazy(() => import('../palette/palette.tsx').then((module) => ({ default: module.Palette })));
const RunFlowDialog = lazy(() =>
  import('../../../runs/components/run-flow-dialog.tsx').then((module) => ({ default: module.RunFlowDialog })),
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
  const [text, setText] = useState('');
  const show = useCallback(() => {
    setText('');
    setOpen(true);
    setWasOpen(true);
  }, []);
  const close = () => setOpen(false);
  useTypedElsewhere(open, setText);
  const field = open && <FindField text={text} onText={setText} onClose={close} />;
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
      {zones === undefined && field}
      {wasOpen && zones !== undefined && (
        <TimeZones value={zones}>
          <Suspense fallback={field}>
            <Palette
              navigation={navigation}
              timeZone={zones.shown}
              open={open}
              text={text}
              onText={setText}
              onClose={close}
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

/** The field of the palette until the palette is loaded: what is typed there stays. */
function FindField(props: { text: string; onText: (text: string) => void; onClose: () => void }) {
  return (
    <div className={palette.popup} role="dialog" aria-label="Find">
      <input
        className={search.input}
        // biome-ignore lint/a11y/noAutofocus: a dialog that was opened to type in it
        autoFocus
        aria-label={paletteField.label}
        placeholder={paletteField.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={props.text}
        onChange={(event) => props.onText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && props.onClose()}
      />
    </div>
  );
}

/** While the palette takes the place of its field, no field has the focus: what is typed then is added to the text. */
function useTypedElsewhere(isOpen: boolean, change: (next: (text: string) => string) => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const take = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText || event.isComposing || document.activeElement instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      change((text) => text + event.key);
    };
    document.addEventListener('keydown', take, { capture: true });
    return () => document.removeEventListener('keydown', take, { capture: true });
  }, [isOpen, change]);
}

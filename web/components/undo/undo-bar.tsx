import { useEffect, useState } from 'react';
import { errorText } from '../../lib/api/api.ts';
import { setOffer, type UndoOffer } from '../../lib/undo/offer.ts';
import { useUndo } from '../../lib/undo/use-undo.ts';
import { offerText } from '../../lib/undo/words.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import styles from './undo-bar.module.css';

/** How long the message stays; longer while it is pointed at or has the focus. The audit offers the same for good. */
const shownMilliseconds = 30_000;

/** Says what was just done, and undoes it. */
export function UndoBar({ offer }: { offer: UndoOffer }) {
  const undo = useUndo();
  const [isHeld, setHeld] = useState(false);
  const isKept = isHeld || undo.isPending || undo.isError;
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => setOffer(undefined), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isKept]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays longer while it is pointed at or has the focus
    <div
      className={styles.bar}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={styles.text} role={undo.error ? 'alert' : 'status'}>
        {undo.error ? errorText(undo.error) : offerText(offer)}
      </p>
      {!undo.error && (
        <Button small disabled={undo.isPending} onClick={() => undo.mutate(offer)}>
          Undo
        </Button>
      )}
      <Button small variant="quiet" aria-label="Close" onClick={() => setOffer(undefined)}>
        <Icon name="cross" />
      </Button>
    </div>
  );
}

import { useEffect, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { errorText } from '../../../ui/lib/api/api.ts';
import { setOffer, type UndoOffer } from '../../lib/undo/offer.ts';
import { useUndo } from '../../lib/undo/use-undo.ts';
import { offerText } from '../../lib/undo/words.ts';
import styles from './undo-bar.module.css';

/** How long the message stays; longer while it is pointed at or has the focus. The audit offers the same for good. */
const shownMilliseconds = 30_000;

/** Says what was just done, and undoes it. */
export function UndoBar({ offer }: { offer: UndoOffer }) {
  const undo = useUndo();
  const [isHeld, setHeld] = useState(false);
  const [failedAt, setFailedAt] = useState(0);
  // What was undone of many before one was refused is an offer of its own, which the refusal follows.
  const error = failedAt >= offer.at ? undo.error : null;
  const isKept = isHeld || undo.isPending || error !== null;
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => setOffer(undefined), offer.at + shownMilliseconds - Date.now());
    return () => clearTimeout(timer);
  }, [isKept, offer.at]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays longer while it is pointed at or has the focus
    <div
      className={styles.bar}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={styles.text} role={error ? 'alert' : 'status'}>
        {error ? errorText(error) : offerText(offer)}
      </p>
      {!error && (
        <Button
          small
          disabled={undo.isPending}
          onClick={() => undo.mutate(offer, { onError: () => setFailedAt(Date.now()) })}
        >
          Undo
        </Button>
      )}
      <Button small variant="quiet" aria-label="Close the message" onClick={() => setOffer(undefined)}>
        <Icon name="cross" />
      </Button>
    </div>
  );
}

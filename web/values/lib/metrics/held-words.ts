import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatShare, formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import type { Difference } from '../../../statistics/lib/differences/queries.ts';
import { changeText } from '../../../statistics/lib/differences/words.ts';

/** Why a value is held; of a jump by how much, since the general sentence does not say: `54 % below the last value`. */
export function heldReason(
  { because, reason, change }: { because: string; reason: string; change: Difference | null },
  display: MetricDisplay,
): string {
  if (because !== 'jump' || !change) return reason;
  const share = change.relative_change;
  if (share !== null)
    return `${formatShare(Math.abs(share)).replace('+', '')} ${share < 0 ? 'below' : 'above'} the last value`;
  const text = changeText(change, display);
  return text === '–' ? reason : `${text} from the last value`;
}

/** A held value as a multiple of the one that counts: `0.2 ×`; empty without two numbers. */
export function ratioText(change: Difference | null, display: MetricDisplay): string {
  const [before, after] = [change?.before?.value ?? null, change?.after?.value ?? null];
  if (before === null || after === null) return '';
  const [from, to] = [display.toDrawn(before), display.toDrawn(after)];
  if (display.better === 'neither' || from === 0) return '';
  return `${formatSignificant(to / from, 2)} ×`;
}

import { lazy, Suspense } from 'react';
import type { CurrentChip } from '../../lib/navigation/current-chip.ts';
import { SwitcherContent, switcherClass, switcherLabel } from './switcher-face.tsx';

const ChipPopover = lazy(() => import('./chip-popover.tsx').then((module) => ({ default: module.ChipPopover })));

/** Names the chip that the navigation is about, and changes it. */
export function ChipSwitcher({ current }: { current: CurrentChip }) {
  return (
    <Suspense
      fallback={
        <button type="button" className={switcherClass} aria-label={switcherLabel(current.chipId)} disabled>
          <SwitcherContent chipId={current.chipId} />
        </button>
      }
    >
      <ChipPopover current={current} />
    </Suspense>
  );
}

import { lazy } from 'react';
import type { CurrentChip } from '../../lib/navigation/current-chip.ts';
import { OpenOnPress } from './open-on-press.tsx';
import { SwitcherContent, switcherClass, switcherLabel } from './switcher-face.tsx';

const chipPopover = () => import('./chip-popover.tsx').then((module) => ({ default: module.ChipPopover }));
const ChipPopover = lazy(chipPopover);

/** Names the chip that the navigation is about, and changes it. */
export function ChipSwitcher({ current }: { current: CurrentChip }) {
  const { chipId } = current;
  const face = {
    label: switcherLabel(chipId),
    className: switcherClass,
    content: <SwitcherContent chipId={chipId} />,
  };
  return (
    <OpenOnPress face={face} load={chipPopover}>
      <ChipPopover current={current} />
    </OpenOnPress>
  );
}

import { Popover } from '@base-ui/react/popover';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { folded } from '#shared/kernel/rules/folded.ts';
import type { ChipSummary } from '../../lib/api/wire.ts';
import { formatAge } from '../../lib/format/time.ts';
import { chipAddress } from '../../lib/navigation/chip-address.ts';
import type { CurrentChip } from '../../lib/navigation/current-chip.ts';
import { SearchList } from '../search-list.tsx';
import styles from './chip-switcher.module.css';
import { SwitcherContent, switcherClass, switcherLabel } from './switcher-face.tsx';

/** The project's chips with the age of the newest value of each; typing narrows them. Open when it is first drawn. */
export function ChipPopover({ current: { chipId, chips } }: { current: CurrentChip }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={switcherClass} aria-label={switcherLabel(chipId)}>
        <SwitcherContent chipId={chipId} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={4} align="start" collisionPadding={8}>
          <Popover.Popup className={styles.popup} aria-label="Chips of the project">
            <ChipList chips={chips ?? []} chipId={chipId} close={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ChipList(props: { chips: readonly ChipSummary[]; chipId: string | undefined; close: () => void }) {
  const [text, setText] = useState('');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wanted = folded(text.trim());
  const found = props.chips.filter((chip) => folded(chip.chip_id).includes(wanted));
  const now = Date.now();
  const goTo = (to: Parameters<typeof navigate>[0]) => {
    props.close();
    void navigate(to);
  };
  return (
    <SearchList
      label="Find a chip"
      placeholder="Find a chip"
      text={text}
      onText={setText}
      empty="No chip of this name"
      options={[
        ...found.map((chip) => ({
          key: chip.chip_id,
          label: chip.chip_id,
          note: chip.last_calibrated_at ? ageText(chip.last_calibrated_at, now) : 'no values',
          isCurrent: chip.chip_id === props.chipId,
          choose: () => goTo(chipAddress(pathname, chip.chip_id) as never),
        })),
        ...(wanted === '' ? [{ key: '', label: 'All chips', choose: () => goTo({ to: '/chips' }) }] : []),
      ]}
    />
  );
}

const ageText = (at: string, now: number): string => formatAge((now - Date.parse(at)) / 1000);

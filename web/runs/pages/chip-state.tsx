import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { plural } from '../../ui/lib/format/words.ts';
import { useCurrentChip } from '../../ui/lib/navigation/current-chip.ts';
import styles from './runs.module.css';

/** The state of the chip in the navigation, with a link to its overview; empty without a chip. */
export function ChipState() {
  const { chipId, chips } = useCurrentChip(true);
  const chip = chips?.find(({ chip_id: id }) => id === chipId);
  if (!chip) return null;
  return (
    <p className={styles.sentence}>
      <Link to="/chips/$chipId" params={{ chipId: chip.chip_id }}>
        {chip.chip_id}
      </Link>
      <span>{plural(chip.qubit_count, 'qubit')}</span>
      <span>
        {chip.last_calibrated_at ? (
          <>
            newest value <RelativeTime at={chip.last_calibrated_at} />
          </>
        ) : (
          'no values yet'
        )}
      </span>
    </p>
  );
}

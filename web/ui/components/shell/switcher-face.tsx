import { Icon } from '../icon.tsx';
import styles from './chip-switcher.module.css';

/** The look of the switcher's button, which the popover draws once it is loaded. */
export const switcherClass = styles.trigger;

export const switcherLabel = (chipId: string | undefined): string =>
  chipId === undefined ? 'No chip, choose one' : `Chip: ${chipId}`;

export function SwitcherContent({ chipId }: { chipId: string | undefined }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon name="chip" />
      </span>
      <span className={styles.name}>{chipId ?? 'No chip'}</span>
      <span className={styles.arrow}>
        <Icon name="down" size={14} />
      </span>
    </>
  );
}

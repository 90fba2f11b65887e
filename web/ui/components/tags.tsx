import styles from './tags.module.css';

/** Tags of a run or flow; a dash if there are none. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return '–';
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** Says of a run that a lab has made it without the service. */
export const RecordedLaterTag = ({ at }: { at: string }) => (
  <span className={styles.tag} title={`Made without the service and submitted on ${at.slice(0, 10)}`}>
    recorded later
  </span>
);

/** Says of a value that no hardware gave it (rule SIM-1). */
export const SimulatedTag = () => (
  <span className={styles.tag} title="Measured by the simulator">
    sim
  </span>
);

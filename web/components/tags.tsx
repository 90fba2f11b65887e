import styles from './tags.module.css';

/** Tags of a run or flow; a dash where there are none. */
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

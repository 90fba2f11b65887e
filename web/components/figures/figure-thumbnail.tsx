import styles from './figures.module.css';
import { useFigureUrl } from './use-figure-url.ts';

/** A figure in small, whose place is there before it is. What it is of is said beside it. */
export function FigureThumbnail({ path }: { path: string | undefined }) {
  const { url, error } = useFigureUrl(path);
  if (url) return <img className={styles.thumbnail} src={url} alt="" />;
  return <span className={styles.thumbnail}>{path === undefined ? 'No figure' : error ? 'Not readable' : ''}</span>;
}

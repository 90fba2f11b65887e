import styles from './figures.module.css';
import { useFigureUrl } from './use-figure-url.ts';

/** A figure in small; its space is reserved before it loads. The text next to it says what it shows. */
export function FigureThumbnail({ path }: { path: string | undefined }) {
  const { url, error } = useFigureUrl(path);
  if (url) return <img className={styles.thumbnail} src={url} alt="" />;
  return <span className={styles.thumbnail}>{path === undefined ? 'No figure' : error ? 'Not readable' : ''}</span>;
}

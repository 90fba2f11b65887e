import { useQuery } from '@tanstack/react-query';
import { figureQuery } from '../../../runs/lib/task-queries.ts';
import { useObjectUrl } from '../../../ui/lib/hooks/use-object-url.ts';
import styles from './figures.module.css';

/** The address of a picture in this page, while it is shown; undefined until it is there, and without a path. */
export function useFigureUrl(path: string | undefined): { url: string | undefined; error: Error | null } {
  const figure = useQuery({ ...figureQuery(path ?? ''), enabled: path !== undefined });
  return { url: useObjectUrl(figure.data), error: figure.error };
}

/** A figure in small; its space is reserved before it loads. The text next to it says what it shows. */
export function FigureThumbnail({ path }: { path: string | undefined }) {
  const { url, error } = useFigureUrl(path);
  if (url) return <img className={styles.thumbnail} src={url} alt="" />;
  return <span className={styles.thumbnail}>{path === undefined ? 'No figure' : error ? 'Not readable' : ''}</span>;
}

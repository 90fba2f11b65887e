import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { figureQuery } from '../../../runs/lib/task-queries.ts';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { parseFigure } from '../../lib/figures/figure-theme.ts';
import { useFigureUrl } from './figure-thumbnail.tsx';
import styles from './figures.module.css';

const PlotlyFigure = lazy(() => import('./plotly-figure.tsx').then((module) => ({ default: module.PlotlyFigure })));

/** A figure as a picture, read with the session's token. */
export function FigureImage({ path, label }: { path: string; label: string }) {
  const { url, error } = useFigureUrl(path);
  if (error) return <ErrorNotice error={error} />;
  if (!url) return <div className={styles.image}>Loading the figure…</div>;
  return (
    <figure className={styles.figure}>
      <img className={styles.image} src={url} alt={label} />
    </figure>
  );
}

/** A figure that can be zoomed; one that cannot be drawn here says so. */
export function InteractiveFigure({ path, label }: { path: string; label: string }) {
  const file = useQuery(figureQuery(path));
  const text = useQuery({
    queryKey: [...figureQuery(path).queryKey, 'text'],
    queryFn: async () => (await file.data?.text()) ?? '',
    enabled: file.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const figure = useMemo(() => (text.data === undefined ? undefined : parseFigure(text.data)), [text.data]);
  if (text.data === undefined) return <Pending error={file.error ?? text.error} what="the figure" />;
  if (!figure) return <Notice tone="warn">Interactive view unavailable; showing the image</Notice>;
  return (
    <Suspense fallback={<div className={styles.room}>Loading the figure…</div>}>
      <PlotlyFigure figure={figure} label={label} />
    </Suspense>
  );
}

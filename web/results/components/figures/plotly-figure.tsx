import './plotly.css';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { useIsDark } from '../../../values/lib/look/is-dark.ts';
import { type PlotlyFigure as Figure, themedLayout } from '../../lib/figures/figure-theme.ts';
import { loadPlotly } from '../../lib/figures/plotly.ts';
import styles from './figures.module.css';

/** A figure that can be zoomed and read point by point; its library is loaded with the first one. */
export function PlotlyFigure({ figure, label }: { figure: Figure; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [failure, setFailure] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page again when the theme changes
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isUnmounted = false;
    const draw = async () => {
      const plotly = await loadPlotly();
      if (isUnmounted) return;
      const layout = themedLayout(figure.layout, colorsOf(element));
      await plotly.react(element, figure.data, layout, { responsive: true, displayModeBar: false, displaylogo: false });
    };
    draw().catch((error: unknown) => setFailure(error));
    return () => {
      isUnmounted = true;
      void loadPlotly().then((plotly) => plotly.purge(element));
    };
  }, [figure, isDark]);
  return (
    <figure className={styles.figure}>
      <ErrorNotice error={failure} />
      <div ref={frame} className={styles.plot} role="img" aria-label={label} />
      <figcaption className={styles.caption}>Drag to zoom, double-click to reset</figcaption>
    </figure>
  );
}

/** The page's colours as the library needs them: it knows no custom properties. */
function colorsOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  return {
    ink: resolved(element, 'var(--ink-2)'),
    line: resolved(element, 'var(--line)'),
    font: style.fontFamily,
  };
}

function resolved(element: HTMLElement, color: string): string {
  const before = element.style.color;
  element.style.color = color;
  const value = getComputedStyle(element).color;
  element.style.color = before;
  return value;
}

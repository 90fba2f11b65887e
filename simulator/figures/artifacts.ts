import type { Artifact } from '#shared/runs/rules/task-outcome.ts';
import { csvOf } from './csv.ts';
import type { Figure } from './figure.ts';
import { plotlyOf } from './plotly.ts';
import { svgOf } from './svg.ts';

/** Characters not allowed in a file name, though target ids may contain them. */
const UNSAFE = /[^A-Za-z0-9._-]/g;

/** Returns the files of a task: each figure as Plotly JSON and as SVG, and its readings as CSV (rule QDASH-18). */
export function artifactsOf(task: string, target: string, figures: readonly Figure[]) {
  const stem = [task, target]
    .filter((part) => part !== '')
    .join('_')
    .replaceAll(UNSAFE, '_');
  return {
    figures: figures.flatMap((figure, i): Artifact[] => [
      {
        name: `${stem}_${i}.json`,
        contentType: 'application/vnd.plotly.v1+json',
        body: JSON.stringify(plotlyOf(figure)),
      },
      { name: `${stem}_${i}.svg`, contentType: 'image/svg+xml', body: svgOf(figure) },
    ]),
    rawData: figures.map(
      (figure, i): Artifact => ({ name: `${stem}_raw_${i}.csv`, contentType: 'text/csv', body: csvOf(figure) }),
    ),
  };
}

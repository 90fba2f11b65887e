import { type Figure, rounded } from './figure.ts';

/** Formats the raw data of a figure, one reading per line; the header names the units (RFC 4180). */
export function csvOf(figure: Figure): string {
  const rows = figure.kind === 'map' ? mapRows(figure) : curveRows(figure);
  return `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`;
}

function mapRows({ x, y, z, xs, ys, values }: Extract<Figure, { kind: 'map' }>): (number | string)[][] {
  const rows = ys.flatMap((at, row) =>
    xs.map((across, column) => [rounded(across, x), rounded(at, y), rounded(values[row]?.[column] ?? 0, z)]),
  );
  return [[x.column, y.column, z.column], ...rows];
}

function curveRows({ x, y, series, raw: kept }: Extract<Figure, { kind: 'curves' }>): (number | string)[][] {
  const raw = kept ? [kept] : series.filter(({ kind }) => kind !== 'line');
  const isNamed = raw.length > 1;
  const header = isNamed ? ['series', x.column, y.column] : [x.column, y.column];
  const rows = raw.flatMap((one) =>
    one.x.map((at, i) => [...(isNamed ? [one.name] : []), rounded(at, x), rounded(one.y[i] ?? 0, y)]),
  );
  return [header, ...rows];
}

import { axisTitle, type CurveFigure, type Figure, type MapFigure, type Series } from './figure.ts';
import { MAP_COLOURS, seriesColour } from './plotly.ts';
import { bandScale, type Scale, scaleOf } from './scale.ts';

const WIDTH = 480;
const HEIGHT = 320;
const PLOT = { left: 58, right: 466, top: 46, bottom: 270 };
/** Approximate width of a letter in the legend. */
const LETTER_WIDTH = 5.6;
/** Left edge of a map's legend. */
const MAP_RIGHT = 404;

/**
 * A figure as a standalone SVG: axes with units, legend, light or dark by the reader's setting. Colours are attributes,
 * and the style only changes what dark mode changes, so the figure also works where styles are blocked.
 */
export function svgOf(figure: Figure): string {
  const body = figure.kind === 'map' ? mapBody(figure) : curveBody(figure);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="#222">`,
    `<title>${escaped(figure.title)}</title>`,
    '<style>@media(prefers-color-scheme:dark){.b{fill:#181a1f}.t{fill:#e8e8e8}.a{stroke:#9a9a9a}.g{stroke:#3a3d44}}</style>',
    `<rect class="b" width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text((PLOT.left + PLOT.right) / 2, 20, figure.title, 'middle', ' font-weight="bold"'),
    body,
    '</svg>',
  ].join('');
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const place = (value: number): string => String(Math.round(value * 10) / 10);

const text = (x: number, y: number, value: string, anchor: string, more = ''): string =>
  `<text class="t" x="${place(x)}" y="${place(y)}" text-anchor="${anchor}"${more}>${escaped(value)}</text>`;

function axes(figure: Figure, x: Scale, y: Scale, right: number): string {
  const { left, top, bottom } = PLOT;
  const grid = [
    ...x.ticks.map(({ value }) => `M${place(x.at(value))} ${top}V${bottom}`),
    ...y.ticks.map(({ value }) => `M${left} ${place(y.at(value))}H${right}`),
  ].join('');
  return [
    `<path class="g" d="${grid}" stroke="#e3e3e3" fill="none"/>`,
    `<path class="a" d="M${left} ${top}V${bottom}H${right}" stroke="#555" fill="none"/>`,
    ...x.ticks.map((tick) => text(x.at(tick.value), bottom + 16, tick.text, 'middle')),
    ...y.ticks.map((tick) => text(left - 6, y.at(tick.value) + 4, tick.text, 'end')),
    text((left + right) / 2, HEIGHT - 12, axisTitle(figure.x), 'middle'),
    `<g transform="translate(14 ${(top + bottom) / 2}) rotate(-90)">${text(0, 0, axisTitle(figure.y), 'middle')}</g>`,
  ].join('');
}

function curveBody(figure: CurveFigure): string {
  const xs = figure.series.flatMap((one) => [...one.x]);
  const names = xs.filter((value) => typeof value === 'string');
  const { left, right, top, bottom } = PLOT;
  const x =
    names.length > 0
      ? bandScale([...new Set(names)], left, right)
      : scaleOf(xs.map(Number), figure.x.log === true, left, right);
  const hasBars = figure.series.some(({ kind }) => kind === 'bars');
  const ys = figure.series.flatMap((one) => [...one.y]);
  const y = scaleOf(hasBars ? [...ys, 0] : ys, figure.y.log === true, bottom, top);
  const drawn = figure.series.map((one, i) => seriesPath(one, i, x, y, figure.series.length));
  return [axes(figure, x, y, right), ...drawn, figure.series.length > 1 ? legend(figure.series) : ''].join('');
}

function seriesPath({ kind, x: xs, y: ys }: Series, index: number, x: Scale, y: Scale, count: number): string {
  const colour = seriesColour(index);
  const spots = xs.map((at, i) => ({ x: x.at(at), y: y.at(ys[i] ?? 0) }));
  if (kind === 'line') {
    const d = spots.map((spot, i) => `${i === 0 ? 'M' : 'L'}${place(spot.x)} ${place(spot.y)}`).join('');
    return `<path d="${d}" stroke="${colour}" stroke-width="2" fill="none"/>`;
  }
  if (kind === 'bars') {
    const width = (0.7 * x.band) / count;
    const from = (spot: { x: number }) => spot.x - 0.35 * x.band + index * width;
    const zero = place(y.at(0));
    const d = spots.map((spot) => `M${place(from(spot))} ${zero}V${place(spot.y)}h${place(width)}V${zero}z`).join('');
    return `<path d="${d}" fill="${colour}"/>`;
  }
  // A zero-length line with round ends draws a dot in a few characters.
  const d = spots.map((spot) => `M${place(spot.x)} ${place(spot.y)}h0`).join('');
  return `<path d="${d}" stroke="${colour}" stroke-width="5" stroke-linecap="round"/>`;
}

/** One row under the title, away from the readings. */
function legend(series: readonly Series[]): string {
  let x = PLOT.left;
  return series
    .map(({ name }, i) => {
      const key = `<rect x="${place(x)}" y="29" width="9" height="9" fill="${seriesColour(i)}"/>`;
      const entry = key + text(x + 13, 37, name, 'start', ' font-size="11"');
      x += 26 + LETTER_WIDTH * name.length;
      return entry;
    })
    .join('');
}

/** One path per colour: a stroke as wide as a cell is the shortest way to draw a rectangle. */
function mapBody(figure: MapFigure): string {
  const { left, top, bottom } = PLOT;
  const x = bandEdges(figure.xs, left, MAP_RIGHT);
  const y = bandEdges(figure.ys, bottom, top);
  const all = figure.values.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const last = MAP_COLOURS.length - 1;
  const paths = MAP_COLOURS.map(() => '');
  const across = `h${place(x.size + 0.5)}`;
  figure.values.forEach((row, j) => {
    row.forEach((value, i) => {
      const level = Math.round((last * (value - low)) / (high - low || 1));
      paths[level] += `M${place(left + i * x.size)} ${place(bottom - (j + 0.5) * y.size)}${across}`;
    });
  });
  const height = place(y.size + 0.5);
  const cells = paths.map((d, i) =>
    d === '' ? '' : `<path d="${d}" stroke="${MAP_COLOURS[i]}" stroke-width="${height}"/>`,
  );
  return [axes(figure, x.scale, y.scale, MAP_RIGHT), ...cells, mapLegend(axisTitle(figure.z), low, high)].join('');
}

/** Cells of equal size whose centres are the values. */
function bandEdges(values: readonly number[], from: number, to: number) {
  const size = Math.abs(to - from) / values.length;
  const half = (Math.sign(to - from) * size) / 2;
  return { size, scale: scaleOf(values, false, from + half, to - half, 0) };
}

function mapLegend(title: string, low: number, high: number): string {
  const height = (PLOT.bottom - PLOT.top) / MAP_COLOURS.length;
  const swatches = MAP_COLOURS.map((colour, i) => {
    const y = PLOT.bottom - (i + 1) * height;
    return `<rect x="416" y="${place(y)}" width="12" height="${place(height)}" fill="${colour}"/>`;
  });
  return [
    ...swatches,
    text(432, PLOT.bottom, low.toFixed(2), 'start'),
    text(432, PLOT.top + 10, high.toFixed(2), 'start'),
    `<g transform="translate(448 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)">${text(0, 0, title, 'middle')}</g>`,
  ].join('');
}

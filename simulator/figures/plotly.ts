import { cividisColours } from '#shared/values/rules/cividis.ts';
import { type Axis, axisTitle, type CurveFigure, type Figure, type MapFigure, rounded, type Series } from './figure.ts';

/** Colours of the series in order, distinguishable with every kind of colour vision, on light and on dark. */
export const SERIES_COLOURS = ['#3d85c6', '#e69f00', '#1b9e77', '#cc79a7', '#8c8c8c', '#d55e00'] as const;

/** Cividis from low to high, one colour per band of a map. */
export const MAP_COLOURS: readonly string[] = cividisColours(10);

/** Returns the colour of a series by position; colours repeat after the last. */
export const seriesColour = (index: number): string =>
  SERIES_COLOURS[index % SERIES_COLOURS.length] ?? SERIES_COLOURS[0];

/**
 * A figure for Plotly's basic bundle, which supports only scatter, bar and pie. So a map is a scatter of coloured
 * square markers instead of a heatmap. Backgrounds are transparent, so that the page decides between light and dark.
 */
export function plotlyOf(figure: Figure): PlotlyFigure {
  const data = figure.kind === 'map' ? [mapTrace(figure)] : figure.series.map((one, i) => curveTrace(figure, one, i));
  return { data, layout: layoutOf(figure) };
}

/** Plotly's data and layout. */
interface PlotlyFigure {
  data: object[];
  layout: object;
}

function curveTrace({ x, y }: CurveFigure, { name, kind, x: xs, y: ys }: Series, index: number) {
  const common = { name, x: xs.map((at) => rounded(at, x)), y: ys.map((at) => rounded(at, y)) };
  const color = seriesColour(index);
  if (kind === 'bars') return { type: 'bar', ...common, marker: { color } };
  if (kind === 'line') return { type: 'scatter', mode: 'lines', ...common, line: { color, width: 2 } };
  return { type: 'scatter', mode: 'markers', ...common, marker: { color, size: 6 } };
}

function mapTrace({ x, y, z, xs, ys, values }: MapFigure) {
  const cells = ys.flatMap((at, row) =>
    xs.map((across, column) => ({ across, at, value: values[row]?.[column] ?? 0 })),
  );
  return {
    type: 'scatter',
    mode: 'markers',
    name: z.label,
    x: cells.map((cell) => rounded(cell.across, x)),
    y: cells.map((cell) => rounded(cell.at, y)),
    marker: {
      symbol: 'square',
      size: 14,
      color: cells.map((cell) => rounded(cell.value, { ...z, decimals: Math.min(z.decimals, 2) })),
      colorscale: MAP_COLOURS.map((colour, i) => [i / (MAP_COLOURS.length - 1), colour]),
      showscale: true,
      colorbar: { title: { text: axisTitle(z) } },
    },
  };
}

const axisOf = (axis: Axis) => ({ title: { text: axisTitle(axis) }, ...(axis.log ? { type: 'log' } : {}) });

function layoutOf(figure: Figure) {
  const transparent = 'rgba(0,0,0,0)';
  return {
    title: { text: figure.title },
    xaxis: axisOf(figure.x),
    yaxis: axisOf(figure.y),
    paper_bgcolor: transparent,
    plot_bgcolor: transparent,
    showlegend: figure.kind === 'curves' && figure.series.length > 1,
  };
}

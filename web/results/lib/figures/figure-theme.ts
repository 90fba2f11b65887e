export interface PlotlyFigure {
  data: { type?: string; [key: string]: unknown }[];
  layout: Record<string, unknown>;
}

/** Colours of the page that a figure takes over. */
export interface FigureColors {
  ink: string;
  line: string;
  font: string;
}

/** Kinds of traces that the loaded part of the library draws; a trace without a kind is a scatter. */
const drawable = new Set(['scatter', 'bar', 'pie']);

/** Reads a figure file. Undefined for a text that is not a figure, or contains nothing to draw. */
export function parseFigure(text: string): PlotlyFigure | undefined {
  const parsed = parse(text);
  if (!isObject(parsed) || !Array.isArray(parsed.data)) return undefined;
  const data = parsed.data.filter(isObject).filter(({ type = 'scatter' }) => drawable.has(String(type)));
  return data.length === 0 ? undefined : { data, layout: isObject(parsed.layout) ? parsed.layout : {} };
}

/**
 * The layout of a figure on this page: transparent, in the page's font and colours, as wide as its frame. The figure's
 * own axes and titles are kept.
 */
export function themedLayout(layout: Record<string, unknown>, colors: FigureColors): Record<string, unknown> {
  const axes = Object.keys(layout).filter((key) => /^[xy]axis\d*$/.test(key));
  const themedAxis = (key: string) => ({
    ...(isObject(layout[key]) ? layout[key] : {}),
    automargin: true,
    gridcolor: colors.line,
    zerolinecolor: colors.line,
    linecolor: colors.line,
  });
  return {
    ...layout,
    ...Object.fromEntries([...new Set(['xaxis', 'yaxis', ...axes])].map((key) => [key, themedAxis(key)])),
    width: undefined,
    height: 380,
    margin: { t: layout.title ? 48 : 16, r: 16, b: 48, l: 56 },
    autosize: true,
    template: undefined,
    paper_bgcolor: 'transparent',
    plot_bgcolor: 'transparent',
    font: { color: colors.ink, family: colors.font, size: 12 },
    legend: { ...(isObject(layout.legend) ? layout.legend : {}), bgcolor: 'transparent' },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

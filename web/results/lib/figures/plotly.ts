import type { PlotlyLibrary } from 'plotly.js-basic-dist-min';

/**
 * Ids of the style elements that the library would write into the page, which the content security policy refuses.
 * Where an element of the first id has the class `no-inline-styles`, and one of the second exists at all, it leaves
 * them out; the few rules that a figure without tool bar needs are in `components/figures/plotly.css`.
 */
export const plotlyStyleIds = {
  global: 'plotly.js-style-global',
  maps: '9f215cf04c5486422605d13261cb87401f4e7763b6296af81e98efbc0130da53',
} as const;

let loading: Promise<PlotlyLibrary> | undefined;

/** The library of interactive figures, loaded once, when the first figure is asked for. */
export function loadPlotly(): Promise<PlotlyLibrary> {
  loading ??= (async () => {
    for (const id of Object.values(plotlyStyleIds)) document.head.append(styleMarker(id));
    return (await import('plotly.js-basic-dist-min')).default;
  })();
  return loading;
}

function styleMarker(id: string): HTMLElement {
  const marker = document.createElement('meta');
  marker.id = id;
  marker.className = 'no-inline-styles';
  return marker;
}

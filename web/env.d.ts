declare module '*.module.css' {
  const classes: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: the shape that Vite gives a CSS module
  export default classes;
}

declare module '*.css';

declare module 'plotly.js-basic-dist-min' {
  /** The part of the library that this application uses. */
  export interface PlotlyLibrary {
    react(
      element: HTMLElement,
      data: readonly object[],
      layout: object,
      config: { responsive: boolean; displayModeBar: boolean; displaylogo: boolean },
    ): Promise<unknown>;
    purge(element: HTMLElement): void;
  }
  const library: PlotlyLibrary;
  // biome-ignore lint/style/noDefaultExport: the shape that the bundler gives a CommonJS module
  export default library;
}

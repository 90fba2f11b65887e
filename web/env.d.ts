declare module '*.module.css' {
  const classes: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: the shape that Vite gives a CSS module
  export default classes;
}

declare module '*.css';

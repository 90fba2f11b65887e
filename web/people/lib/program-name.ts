/** Parts of what a browser says of itself, and what people call it; Chrome's is in that of Edge and Opera, Safari's in all. */
const browsers = [
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
] as const;

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** The program of a session: `Chrome 156 on Linux`; a program other than a browser by its own name. */
export function programName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'unknown';
  const browser = browsers
    .map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined);
  if (!browser) return userAgent;
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${browser.name} ${browser.version}${system ? ` on ${system}` : ''}`;
}

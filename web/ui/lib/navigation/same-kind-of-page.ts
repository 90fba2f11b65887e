import { steps } from './places.ts';

/** The page of another project that is most like one: ids mean nothing there, so a chip's page leads to the project's home. */
export function sameKindOfPage(pathname: string): string {
  const [step = '', id] = steps(pathname);
  if (id === undefined) return `/${step}`;
  return step === 'chips' ? '/' : step === 'topologies' ? '/chips' : `/${step}`;
}

/** Variables with which a service's clock is so many days ahead, or behind if they are negative. */
export function shiftedClock({ days }: { days: number }): { NODE_OPTIONS: string } {
  const script = `globalThis.Date = new Proxy(Date, {
  get: (real, name) => (name === 'now' ? () => real.now() + ${days * 86_400_000} : Reflect.get(real, name)),
  construct: (real, given) => new real(...(given.length > 0 ? given : [Date.now()])),
});`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

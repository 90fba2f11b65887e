/** A list of the address, `0,7`, after one of it was taken in or left out; undefined for none. */
export function toggled(list: string | undefined, one: string): string | undefined {
  const all = list === undefined ? [] : list.split(',');
  return (all.includes(one) ? all.filter((other) => other !== one) : [...all, one]).join(',') || undefined;
}

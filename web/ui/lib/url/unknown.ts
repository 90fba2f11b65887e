import { suggestion } from '#shared/kernel/rules/suggest.ts';

/** How a page reads what it keeps in its address. */
type ReadSearch = (raw: Record<string, unknown>) => object;

/**
 * The parts of an address that a page does not know, each as written there: `status=foo`. The parameter for the first
 * page of a list is not reported.
 */
export function unknownIn(raw: Readonly<Record<string, string>>, read: ReadSearch): string[] {
  const known = (from: Record<string, unknown>, name: string) => (read(from) as Record<string, unknown>)[name];
  const isFirstPage = (name: string, value: string) => value === '1' && known({ [name]: '2' }, name) === 2;
  return Object.entries(raw)
    .filter(([name, value]) => value !== '' && known(raw, name) === undefined && !isFirstPage(name, value))
    .map(([name, value]) => `${name}=${value}`);
}

/**
 * Says that an address names something unknown, what it may mean and what is shown instead; empty if the name is known,
 * or absent.
 */
export function unknownName(
  what: string,
  named: string | undefined,
  known: readonly string[],
  shown: string | undefined,
): string {
  if (named === undefined || known.includes(named)) return '';
  return `No ${what} '${named}'${suggestion(named, known) || '.'} Showing ${shown ?? 'none'}`;
}

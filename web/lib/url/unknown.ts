import { suggestion } from '#shared/domain/suggest.ts';

/** How a page reads what it keeps in its address. */
type ReadSearch = (raw: Record<string, unknown>) => object;

/** What of an address a page does not know, each as it stands there: `status=foo`. That a list is at its first page needs no name. */
export function unknownIn(raw: Readonly<Record<string, string>>, read: ReadSearch): string[] {
  const known = (from: Record<string, unknown>, name: string) => (read(from) as Record<string, unknown>)[name];
  const isFirstPage = (name: string, value: string) => value === '1' && known({ [name]: '2' }, name) === 2;
  return Object.entries(raw)
    .filter(([name, value]) => value !== '' && known(raw, name) === undefined && !isFirstPage(name, value))
    .map(([name, value]) => `${name}=${value}`);
}

/** That an address names something that is not there, what it may mean and what is shown; empty where it is there, or nothing is named. */
export function unknownName(
  what: string,
  named: string | undefined,
  known: readonly string[],
  shown: string | undefined,
): string {
  if (named === undefined || known.includes(named)) return '';
  return `No ${what} '${named}'${suggestion(named, known) || '.'} Showing ${shown ?? 'none'}`;
}

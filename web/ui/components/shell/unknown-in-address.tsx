import { useMatches, useRouter } from '@tanstack/react-router';
import { parseSearch } from '../../lib/url/search-params.ts';
import { unknownIn } from '../../lib/url/unknown.ts';
import { UnknownNotice } from '../unknown-notice.tsx';

type ReadSearch = (raw: Record<string, unknown>) => Record<string, unknown>;

/**
 * Names the parts of the opened address that the page does not know, unless the current one has replaced them.
 * @param opened the query that it was opened with
 */
export function UnknownInAddress({ opened }: { opened: string }) {
  const router = useRouter();
  const page = useMatches().at(-1);
  if (!page) return null;
  const { options } = router.routesById[page.routeId] as unknown as { options: { validateSearch?: ReadSearch } };
  const read: ReadSearch = options.validateSearch ?? (() => ({}));
  const now = read({ ...page.search });
  const missing = Object.fromEntries(Object.entries(parseSearch(opened)).filter(([name]) => now[name] === undefined));
  const sentences = unknownIn(missing, read).map(
    (text) => `This page does not know '${text}' of its address, and is shown without it`,
  );
  return <UnknownNotice sentences={sentences} />;
}

import { pageParam, textParam } from '../../ui/lib/url/search-params.ts';

/*
 * What the pages of discussions keep in their URLs, as texts: the texts are checked where they are used, since every page of the
 * application loads this.
 */

const texts = <Name extends string>(raw: Record<string, unknown>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textParam(raw[name])])) as { [N in Name]?: string | undefined };

const filters = ['q', 'status', 'category', 'label', 'chip', 'author', 'assignee'] as const;

/** URL of the list; without a status, those that are not closed. */
export const discussionsSearch = (raw: Record<string, unknown>): DiscussionsSearch => ({
  ...texts(raw, filters),
  page: pageParam(raw.page),
});

export type DiscussionsSearch = ReturnType<typeof texts<(typeof filters)[number]>> & { page?: number | undefined };

const things = ['task', 'run', 'chip', 'kind', 'target', 'metric', 'cooldown'] as const;

/** What a new discussion is about, in the URL of its form: the narrowest that is given. */
export const aboutSearch = (raw: Record<string, unknown>) => texts(raw, things);

export type AboutSearch = ReturnType<typeof aboutSearch>;

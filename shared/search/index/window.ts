import { ServiceError } from '../../kernel/errors.ts';
import { type SearchQuery, searchWindow } from './port.ts';

/** @throws ServiceError `invalid` for a page that no index answers. */
export function requireWithinWindow({ skip, limit }: Pick<SearchQuery, 'skip' | 'limit'>): void {
  if (skip + limit <= searchWindow) return;
  throw new ServiceError(
    'request_too_broad',
    `skip ${skip} with limit ${limit} reaches beyond ${searchWindow} events; narrow the search instead`,
  );
}

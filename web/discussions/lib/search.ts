import { STATUS_FILTERS, type StatusFilter } from '#shared/discussions/rules/status.ts';
import { choiceParam } from '../../ui/lib/url/search-params.ts';
import type { DiscussionsSearch } from './addresses.ts';

export const discussionsPageSize = 20;

/** The status filter of an address: `unresolved`, unless the address names another known status. */
export const statusOf = ({ status }: DiscussionsSearch): StatusFilter =>
  choiceParam(status, STATUS_FILTERS) ?? 'unresolved';

/** The query for a page of the list. */
export const listQueryOf = ({ status, chip, page = 1, ...same }: DiscussionsSearch) => ({
  ...same,
  status: statusOf({ status }),
  chip_id: chip,
  skip: (page - 1) * discussionsPageSize,
  limit: discussionsPageSize,
});

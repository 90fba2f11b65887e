import { encodePart, type Key, project } from './parts.ts';

/** Keys of the months whose task results are kept in files. */
export const archivedMonthKeys = {
  /** `month`: `YYYYMM`. */
  month: (projectId: string, chipId: string, month: string): Key => ({
    pk: project(projectId),
    sk: `${archivedMonthKeys.ofChip(projectId, chipId).prefix}${month}`,
  }),
  ofChip: (projectId: string, chipId: string) => ({
    pk: project(projectId),
    prefix: `ARCHIVEDMONTH#${encodePart(chipId)}#`,
  }),
  all: (projectId: string) => ({ pk: project(projectId), prefix: 'ARCHIVEDMONTH#' }),
};

import * as z from 'zod';
import { instant } from '../../../api/schemas/common.ts';

/** By how many points the rule of jumps judged. */
export const historyPoints = z.int().nullable().meta({
  description:
    'Day points of the last 90 days by which it was judged whether the value is a jump; null where there were fewer than 8, so that it was not',
});

/** What the write gate said of a value, and what people decided since. */
export const gateMark = z
  .object({
    state: z.enum(['noted', 'held', 'faulty', 'accepted', 'rejected']).meta({
      description:
        '`noted`: it counts, with a remark; `held`: it waits; `faulty`: a mark replaces it; `accepted`, `rejected`: decided since, by an editor or by the next measurement; `rejected` without `decided_by`: the value is impossible',
    }),
    because: z.string(),
    reason: z.string().meta({ description: 'The same in words' }),
    history_points: historyPoints,
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
    decision_reason: z.string(),
  })
  .meta({ id: 'GateMark' });

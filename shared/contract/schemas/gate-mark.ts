import * as z from 'zod';
import { instant } from './common.ts';

/** What the write gate said of a value, and what people decided since. */
export const gateMark = z
  .object({
    state: z.enum(['noted', 'held', 'faulty', 'accepted', 'rejected']).meta({
      description:
        '`noted`: it counts, with a remark; `held`: it waits; `faulty`: a mark stands in its place; `accepted`, `rejected`: decided since, by somebody or by the next measurement',
    }),
    because: z.string(),
    reason: z.string().meta({ description: 'The same in words' }),
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
    decision_reason: z.string(),
  })
  .meta({ id: 'GateMark' });

import * as z from 'zod';

/** Entries of one kind that an import does not take over. */
export const leftOutEntries = z
  .object({
    reason: z.string().meta({ description: 'Why, as it follows the path: `is not a number`' }),
    path: z.string().meta({ description: 'The first such entry, such as `props.qubits[1][0].date`' }),
    count: z.int().min(1),
  })
  .meta({ id: 'LeftOutEntries' });

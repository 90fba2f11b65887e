import * as z from 'zod';

const headers = z.object({
  'if-none-match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of an earlier answer to the same request: 304 while nothing has changed' }),
});

const conditional = { headers, etag: true, conditional: true } as const;

/** Of an operation whose answer follows from what the project has stored and from the clock (rule API-32). */
export const revisedByProject = { ...conditional, revised: ['project'] } as const;

/** The same for what the caller has stored. */
export const revisedByUser = { ...conditional, revised: ['user'] } as const;

/** The same for both. */
export const revisedByBoth = { ...conditional, revised: ['project', 'user'] } as const;

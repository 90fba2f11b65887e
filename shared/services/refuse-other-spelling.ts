import type { Context } from '../context.ts';
import { isOtherSpelling } from '../domain/ids.ts';
import { conflict } from '../errors.ts';
import { listIds } from '../store/list-ids.ts';

/**
 * Refuses a new id that is a present one in other characters (rule ID-9). Of two that are created at the same moment neither sees the other.
 * @param what begins the sentence, such as `Chip`.
 * @throws ServiceError `conflict` naming the present one.
 */
export async function refuseOtherSpelling(
  { db }: Pick<Context, 'db'>,
  range: { pk: string; prefix: string },
  what: string,
  id: string,
): Promise<void> {
  for await (const present of listIds(db, range))
    if (isOtherSpelling(id, present))
      throw conflict(
        `${what} '${id}' has the id of '${present}', which exists, in other characters; use that id or choose another`,
        'already_exists',
      );
}

import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { isOtherSpelling } from '../rules/ids.ts';
import { listIds } from '../store/list-ids.ts';

/**
 * Refuses a new id that is not in NFKC, the only form in which ids are kept, or that an earlier version kept in other characters (rule
 * ID-9). So two ids that are one in NFKC are one key, and the condition of the write decides between two creations.
 * @param what begins the sentence, such as `Chip`.
 * @throws ServiceError `invalid`; `conflict` naming the present one.
 */
export async function refuseOtherSpelling(
  { db }: Pick<Context, 'db'>,
  range: { pk: string; prefix: string },
  what: string,
  id: string,
): Promise<void> {
  const form = id.normalize('NFKC');
  if (form !== id) throw invalid(`'${id}' cannot be an id: it is not in NFKC, and as '${form}' it is not one`);
  for await (const present of listIds(db, range))
    if (isOtherSpelling(id, present))
      throw conflict(
        `${what} '${id}' has the id of '${present}', which exists, in other characters; use that id or choose another`,
        'already_exists',
      );
}

import * as z from 'zod';
import { storedMap } from '../../../api/schemas/bounded-json.ts';

/**
 * The parameters of a start that is carried out later: all schedules of a project are read at once, so that the size of
 * each is bounded.
 */
export const storedParameters = storedMap(z.record(z.string(), z.unknown()), { bytes: 8192, depth: 10 });

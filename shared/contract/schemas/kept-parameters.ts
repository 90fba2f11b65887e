import * as z from 'zod';
import { hasEmptyName, hasStorableNumbers, isModest, storableMessage } from './modest-json.ts';

/** All schedules of a project are read at once, so that what each of them carries is bounded. */
const parameterLimits = { bytes: 8192, depth: 10 };

/** The parameters of a start that somebody else carries out later. */
export const keptParameters = z
  .record(z.string(), z.unknown())
  .refine((value) => isModest(value, parameterLimits), {
    message: `must be at most ${parameterLimits.bytes} bytes of JSON, ${parameterLimits.depth} levels deep`,
    abort: true,
  })
  .refine((value) => !hasEmptyName(value), 'must not have empty names')
  .refine(hasStorableNumbers, `every number ${storableMessage}`);

import * as z from 'zod';
import { chipId, instant, metricKey, targetKind } from '../../../api/schemas/common.ts';
import { difference } from '../../../statistics/contract/schemas/differences.ts';
import { historyPoints } from './gate-mark.ts';

/** Wire shapes of values that the write gate holds. */

const heldId = z.string().min(1).max(600).meta({ description: 'Opaque; as the list of held values has it' });

/** A measurement with the values of it that are held. */
export const heldMeasurement = z
  .object({
    id: z.string(),
    chip_id: z.string(),
    target_type: targetKind,
    qid: z.string().meta({ description: 'The qubit or coupling' }),
    measured_at: instant,
    source: z.string().meta({ description: '`task`, `import`, or `manual` of a proposal' }),
    execution_id: z.string().nullable(),
    task_id: z.string().nullable(),
    cooldown_id: z.string().nullable(),
    values: z.array(
      z.object({
        metric: z.string(),
        value: z.number().nullable(),
        error: z.number().nullable(),
        unit: z.string(),
        because: z.string().meta({ example: 'no_better_than_chance' }),
        reason: z.string().meta({ description: 'The same in words' }),
        comment: z.string().meta({ description: 'The reason given with a proposed value; else empty' }),
        history_points: historyPoints,
        change: difference.nullable().meta({
          description:
            'From the value that counts to this one, judged as in the differences of the chip; null unless it is the newest held value of its metric and target',
        }),
      }),
    ),
  })
  .meta({ id: 'HeldMeasurement' });

export const decideHeldBody = z
  .object({
    chip_id: chipId,
    decision: z.enum(['accept', 'reject']),
    reason: z.string().max(500).default(''),
    values: z
      .array(z.object({ id: heldId, metric: metricKey }))
      .min(1)
      .max(50),
  })
  .meta({ id: 'DecideHeldValues' });

export const decidedValues = z
  .object({
    decided: z.int().meta({ description: 'How many this call decided' }),
    unchanged: z.int().meta({ description: 'How many were decided so before' }),
    refused: z.int(),
    values: z.array(
      z.object({
        id: z.string(),
        metric: z.string(),
        outcome: z.enum(['decided', 'unchanged', 'refused']),
        message: z.string().meta({ description: 'Why it was refused; else empty' }),
      }),
    ),
  })
  .meta({ id: 'DecidedValues' });

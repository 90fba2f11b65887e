import * as z from 'zod';
import { chipId, instant, metricKey, qid } from '#shared/api/schemas/common.ts';
import { leftOutEntries } from '#shared/devices/contract/schemas/imports.ts';
import { storableNumber } from '#shared/values/contract/schemas/parameters.ts';

/** Wire shapes of seed values, as QDash's clients send them. */

const value = z.union([
  storableNumber,
  z.null(),
  z.object({ value: storableNumber.nullable(), unit: z.string().max(32).nullish() }),
]);

/** Values that calibrations of a chip start from. */
export const importSeedsBody = z
  .object({
    chip_id: chipId,
    source: z.enum(['qubex_params', 'manual']).default('qubex_params'),
    parameters: z.array(metricKey).max(100).nullish().meta({ description: 'These alone; null: all that are given' }),
    qids: z.array(qid).max(1024).nullish().meta({ description: 'These alone, as `3` or `Q03`; null: all' }),
    manual_data: z
      .record(metricKey, z.record(z.string().min(1).max(20), value))
      .nullish()
      .meta({ description: 'parameter -> qubit (`3`, `Q03`) -> value, or value with unit' }),
    files: z
      .array(z.object({ name: z.string().min(1).max(200), content: z.string().max(500_000) }))
      .max(200)
      .nullish()
      .meta({ description: 'YAML files of a qubex configuration, each a parameter: `meta` with the unit, and `data`' }),
    chip: z.string().max(100).nullish().meta({ description: 'The chip within the files, where they have several' }),
  })
  .meta({ id: 'ImportSeeds' });

/** The outcome of each value. */
export const importedSeeds = z
  .object({
    chip_id: z.string(),
    source: z.string(),
    imported_count: z.int(),
    skipped_count: z.int(),
    error_count: z.int(),
    left_out: z.array(leftOutEntries).max(201).meta({
      description:
        'Entries that are not values of a qubit, which `skipped_count` counts too, and files and fields that are not read, by kind',
    }),
    results: z.array(
      z.object({
        parameter_name: z.string(),
        qid: z.string(),
        value: z.number(),
        unit: z.string(),
        status: z.string().meta({ description: '`imported`, `skipped` or `error`; more may come' }),
        message: z.string().nullable(),
      }),
    ),
    provenance_activity_id: z.string().nullable().meta({ description: 'Of the first edit; each qubit has its own' }),
  })
  .meta({ id: 'ImportedSeeds' });

export const manualEdit = z
  .object({
    parameter_name: z.string(),
    chip_id: z.string(),
    value: z.number(),
    error: z.number(),
    unit: z.string(),
    edited_at: instant,
    calibrated_at: instant,
    edited_by: z.string(),
    reason: z.string(),
    execution_id: z.string(),
  })
  .meta({ id: 'ManualEdit' });

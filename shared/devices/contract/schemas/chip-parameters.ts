import * as z from 'zod';
import { instant, targetKind } from '../../../api/schemas/common.ts';
import { COMPILER_FORMATS } from '../../rules/export/compiler/format-names.ts';

/** Wire shapes of a chip in formats of others. */

const fieldLeftOut = z
  .object({
    target_kind: targetKind,
    field: z
      .string()
      .meta({ description: 'A metric, its error, `direction`, or `target` for the whole qubit or coupling' }),
    reason: z.string(),
    targets: z.array(z.string()),
  })
  .meta({ id: 'FieldLeftOut' });

const handedValue = z
  .object({
    target_kind: z.enum(['qubit', 'coupling']),
    target_id: z.string(),
    quantity: z.enum(['relaxation', 'dephasing', 'readout', 'one_qubit_gate', 'two_qubit_gate']),
    metric: z.string(),
    value: z.number().nullable().meta({ description: 'In the unit of the metric; null for a faulty mark or no value' }),
    unit: z.string(),
    error: z.number().nullable(),
    calibrated_at: instant.nullable(),
    age_seconds: z.number().nullable(),
    state: z.enum(['fresh', 'stale', 'faulty', 'held', 'too_old', 'missing']).meta({
      description:
        'Fresh and stale values count; of a `held` one a newer value waits; `too_old`: beyond `within_hours`',
    }),
  })
  .meta({ id: 'HandedValue' });

/** A file, and what is not in it. */
export const chipParameters = z
  .object({
    chip_id: z.string(),
    format: z.enum(COMPILER_FORMATS),
    filename: z.string(),
    measured_at: instant
      .nullable()
      .meta({ description: 'When the youngest value was measured; most formats date all of them at once' }),
    document: z.record(z.string(), z.unknown()),
    left_out: z.array(fieldLeftOut),
    text: z.string().nullable().meta({ description: 'The content of the file; null: the document as JSON' }),
    qubits: z.array(z.string()).meta({ description: 'The qubits in the file, in its order' }),
    couplings: z.array(z.string()).meta({ description: 'The couplings in the file' }),
    simulated_values: z.int().meta({ description: 'Values of these qubits and couplings that a simulator gave' }),
    values: z.array(handedValue).meta({
      description: 'What counts of every qubit and coupling that was asked for; empty where the whole chip was',
    }),
  })
  .meta({ id: 'ChipParameters' });

import * as z from 'zod';
import { instant } from '../../../api/schemas/common.ts';

/** Wire shapes of what an execution started from. */

/** A value that an execution started from. */
export const snapshotValue = z
  .object({
    value: z.number(),
    error: z.number().nullable(),
    unit: z.string(),
    calibrated_at: instant,
    source: z.string(),
    execution_id: z.string(),
    task_id: z.string(),
  })
  .meta({ id: 'SnapshotValue' });

/** A qubit or coupling that an execution started from. */
export const snapshotTarget = z
  .object({
    status: z.string(),
    data: z.record(z.string(), snapshotValue),
    faulty: z.record(z.string(), instant).meta({ description: 'Metrics that were found faulty, and when' }),
  })
  .meta({ id: 'SnapshotTarget' });

/** The parameters of an execution, and its chip as it was when the run began. */
export const executionSnapshot = z
  .object({
    execution_id: z.string(),
    chip_id: z.string(),
    taken_at: instant,
    flow_name: z.string(),
    flow_version: z.int(),
    plan_hash: z.string().nullable().meta({ description: "SHA-256 of the run's plan; null for a worker's run" }),
    parameters: z.record(z.string(), z.unknown()),
    topology_id: z.string(),
    activity_status: z.enum(['active', 'inactive']),
    cooldown_id: z.string().nullable(),
    qubits: z.record(z.string(), snapshotTarget),
    couplings: z.record(z.string(), snapshotTarget),
  })
  .meta({ id: 'ExecutionSnapshot' });

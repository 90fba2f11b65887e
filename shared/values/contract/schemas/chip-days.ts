import * as z from 'zod';
import { byElementKind, instant, systemInfo } from '../../../api/schemas/common.ts';
import { parameter } from './parameters.ts';

/** Wire shapes of chips, qubits and couplings as the days of the calendar left them. */

const recordedDate = z
  .string()
  .meta({ description: "The day, `YYYYMMDD` in the service's calendar", example: '20250301' });
const cooldown = z.string().nullable().meta({ description: 'The cool-down that the chip was in; null for none' });

/** A qubit or coupling as a day left it; `qid` is its id. */
export const targetDay = z
  .object({
    project_id: z.string(),
    chip_id: z.string(),
    qid: z.string(),
    username: z.string(),
    status: z.string(),
    data: z.record(z.string(), parameter),
    faulty: z.array(z.string()).meta({ description: 'Metrics that were found faulty; they have no value' }),
    cooldown_id: z
      .string()
      .nullable()
      .meta({ description: 'The cool-down in which it was last written; null for none' }),
    recorded_date: recordedDate
      .nullable()
      .meta({ description: 'The day on which it was last written until then; null where it had no value yet' }),
    system_info: systemInfo,
  })
  .meta({ id: 'TargetDay' });

const chipState = {
  project_id: z.string(),
  chip_id: z.string(),
  username: z.string(),
  size: z.int(),
  topology_id: z.string(),
  qubit_count: z.int(),
  coupling_count: z.int(),
  installed_at: instant.nullable(),
  activity_status: z.enum(['active', 'inactive']),
  cooldown_id: cooldown,
  recorded_date: recordedDate,
  system_info: systemInfo,
};

/** A chip as a day left it, without its qubits and couplings. */
export const chipDay = z.object(chipState).meta({ id: 'ChipDay' });

/** A chip as a day left it, with its qubits and couplings. */
export const chipSnapshot = z
  .object({
    ...chipState,
    qubits: z.record(z.string(), targetDay),
    couplings: z.record(z.string(), targetDay),
    elements: byElementKind(z.record(z.string(), targetDay)),
  })
  .meta({ id: 'ChipOfDay' });

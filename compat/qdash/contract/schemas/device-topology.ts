import * as z from 'zod';
import { chipId, couplingId, metricKey, qid } from '#shared/api/schemas/common.ts';

/** Wire shapes of the device that a chip is for OQTOPUS, as QDash has them. */

const fidelityCondition = z
  .object({
    min: z.number(),
    max: z.number(),
    is_within_24h: z.boolean().default(true).meta({ description: 'An older value counts as none' }),
    metric: metricKey.nullish().meta({
      description:
        'The metric that is meant; null: the one that most qubits have, of couplings the best fresh gate of each',
    }),
  })
  .refine(({ min, max }) => min <= max, 'min must not be above max')
  .meta({ id: 'FidelityCondition' });

const anyFidelity = { min: 0, max: 1, is_within_24h: true };

const condition = z
  .object({
    coupling_fidelity: fidelityCondition.default(anyFidelity),
    qubit_fidelity: fidelityCondition.default(anyFidelity),
    readout_fidelity: fidelityCondition.default(anyFidelity),
    only_maximum_connected: z.boolean().default(true).meta({ description: 'Only the largest connected part' }),
    cr_direction: z.enum(['forward', 'inverse', 'mix']).nullish().meta({
      description:
        '`forward` is the direction of the chip, `inverse` the other one, with the number of its own where there is one; `mix` takes the better one of each coupling',
    }),
  })
  .meta({ id: 'DeviceTopologyCondition' });

/** What is wanted of a chip. */
export const deviceTopologyBody = z
  .object({
    chip_id: chipId.nullish().meta({ description: "Null: the chip of the caller's newest calibration note" }),
    name: z.string().min(1).max(100).nullish().meta({ description: 'Null: the id of the chip' }),
    device_id: z.string().min(1).max(100).nullish().meta({ description: 'Null: the id of the chip' }),
    qubits: z.array(qid).max(1024).nullish().meta({ description: 'In the order of the device; null: all' }),
    exclude_couplings: z.array(couplingId).max(2048).default([]),
    condition: condition.default({
      coupling_fidelity: anyFidelity,
      qubit_fidelity: anyFidelity,
      readout_fidelity: anyFidelity,
      only_maximum_connected: true,
    }),
  })
  .meta({ id: 'DeviceTopologyRequest' });

const deviceQubit = z
  .object({
    id: z.int().meta({ description: 'Its place in the list' }),
    physical_id: z.int(),
    position: z.object({ x: z.number(), y: z.number() }),
    fidelity: z.number(),
    meas_error: z.object({
      prob_meas1_prep0: z.number(),
      prob_meas0_prep1: z.number(),
      readout_assignment_error: z.number(),
    }),
    qubit_lifetime: z.object({ t1: z.number(), t2: z.number() }).meta({ description: 'In microseconds' }),
    gate_duration: z.object({ rz: z.int(), sx: z.int(), x: z.int() }).meta({ description: 'In nanoseconds' }),
  })
  .meta({ id: 'DeviceQubit' });

const deviceCoupling = z
  .object({
    control: z.int().meta({ description: '`id` of a qubit' }),
    target: z.int(),
    fidelity: z.number(),
    gate_duration: z.object({ rzx90: z.int() }).meta({ description: 'In nanoseconds' }),
    metric: z.string().nullable().meta({ description: 'The metric of the fidelity; null: the coupling has no gate' }),
  })
  .meta({ id: 'DeviceCoupling' });

const ofTarget = { target_kind: z.enum(['qubit', 'coupling']), target_id: z.string() };

/** A qubit or coupling that is left out of the device. */
const leftOut = z.object({ ...ofTarget, reason: z.string() }).meta({ id: 'LeftOutOfDevice' });

/** A number that stands in for one that is not known. */
const substituted = z
  .object({ ...ofTarget, field: z.string(), value: z.number(), reason: z.enum(['missing', 'older_than_24h']) })
  .meta({ id: 'SubstitutedNumber' });

/** The device, and after it what it does not say. */
export const device = z
  .object({
    name: z.string(),
    device_id: z.string(),
    qubits: z.array(deviceQubit),
    couplings: z.array(deviceCoupling),
    calibrated_at: z
      .string()
      .meta({ description: 'When the newest value of the chip was measured; empty without one' }),
    left_out: z.array(leftOut),
    substituted: z.array(substituted),
    simulated_values: z.int().meta({ description: 'Numbers of the device that a simulator gave' }),
  })
  .meta({ id: 'Device' });

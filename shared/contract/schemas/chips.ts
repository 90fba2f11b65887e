import * as z from 'zod';
import { chipId, instant, instantInput, note, noteContent, systemInfo, visible } from './common.ts';
import { parameter } from './parameters.ts';
import { taskResult } from './task-results.ts';

/** Wire shapes of chips, their targets and topologies. */

const activityStatus = z.enum(['active', 'inactive']);

/** A chip without its maps: the row of a list. */
const chipRow = {
  chip_id: z.string(),
  size: z.int(),
  topology_id: z.string().nullable(),
  qubit_count: z.int(),
  coupling_count: z.int(),
  installed_at: instant.nullable(),
  activity_status: activityStatus,
  current_cooldown_id: z.string().nullable(),
  last_calibrated_at: instant.nullable().meta({ description: 'When the newest value of the chip was measured' }),
  note,
};

const target = {
  qid: z.string(),
  chip_id: z.string(),
  project_id: z.string(),
  username: z.string(),
  status: z.string(),
  data: z.record(z.string(), parameter),
  faulty: z.array(z.string()).meta({ description: 'Metrics that the device reports as faulty; they have no value' }),
  note,
  metric_notes: z.record(z.string(), note),
  system_info: systemInfo,
};

/** One qubit with its current values. */
export const qubit = z.object(target).meta({ id: 'Qubit' });

/** One coupling; `qid` is its id, control first where it is directed. */
export const coupling = z.object(target).meta({ id: 'Coupling' });

export const chipSummary = z.object(chipRow).meta({ id: 'ChipSummary' });

/** One chip; the maps are left out with `include=none`. */
export const chip = z
  .object({
    ...chipRow,
    username: z.string(),
    project_id: z.string(),
    system_info: systemInfo,
    qubits: z.record(z.string(), qubit).optional(),
    couplings: z.record(z.string(), coupling).optional(),
  })
  .meta({ id: 'Chip' });

const size = z.int().min(1).max(1024);
const topologyId = z.string().min(1).max(64);

/** A new chip. Size and topology follow from each other where only one is given; the default is 64 qubits. */
export const createChipBody = z
  .object({ chip_id: visible(chipId), size: size.nullish(), topology_id: topologyId.nullish() })
  .meta({ id: 'CreateChip' });

/** Replacement of a chip's mutable fields; `size` only while the chip is empty of data (rule CHIP-4). */
export const replaceChipBody = z
  .object({
    size: size.default(64),
    topology_id: topologyId.nullish(),
    activity_status: activityStatus.default('active'),
    installed_at: instantInput.nullish(),
    note: noteContent.nullish(),
  })
  .meta({ id: 'ReplaceChip' });

/** Changes to a chip; absent or null fields stay. `note` writes the legacy global note. */
export const updateChipBody = z
  .object({
    topology_id: topologyId.nullish(),
    activity_status: activityStatus.nullish(),
    note: noteContent.nullish(),
  })
  .meta({ id: 'UpdateChip' });

/** What a delete would remove or leave without its chip. */
export const deletionImpact = z
  .object({
    chip_id: z.string(),
    qubits: z.int(),
    couplings: z.int(),
    task_results: z.int(),
    qubit_history_snapshots: z.int(),
    coupling_history_snapshots: z.int(),
    chip_history_snapshots: z.int(),
    notes: z.int().meta({ description: 'Notes and comments, which go with the chip' }),
    note_events: z.int().meta({ description: 'Entries of the audit feed, which stay' }),
    cooldowns_referencing: z.int(),
    can_delete_safely: z.boolean(),
  })
  .meta({ id: 'ChipDeletionImpact' });

const muxDetail = z
  .object({ mux_id: z.int(), detail: z.record(z.string(), z.record(z.string(), taskResult)) })
  .meta({ id: 'MuxDetail' });

/** One mux: qid -> task name -> result. */
export const mux = muxDetail;

/** All muxes of a chip by id. */
export const muxes = z.record(z.string(), muxDetail);

/** A lattice: where each qubit sits and which pairs are coupled. */
export const topology = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    layout_type: z.string(),
    grid_size: z.int(),
    num_qubits: z.int(),
    direction_convention: z.string().nullable(),
    mux: z.object({ enabled: z.boolean(), size: z.int() }),
    qubits: z.record(z.string(), z.object({ row: z.number(), col: z.number() })),
    couplings: z.array(z.array(z.union([z.int(), z.string()])).length(2)),
    visualization: z.object({ show_mux_boundaries: z.boolean(), region_size: z.int() }),
  })
  .meta({ id: 'Topology' });

/** The row of the topology list. */
export const topologySummary = z
  .object({ id: z.string(), name: z.string(), num_qubits: z.int() })
  .meta({ id: 'TopologySummary' });

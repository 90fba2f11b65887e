import { targetName } from '../../../chips/rules/target-kinds.ts';
import { readoutLinesOf } from '../../../chips/rules/topology/muxes.ts';
import type { Topology } from '../../../chips/rules/topology/types.ts';
import type { ChipRecord, TargetRecord, ValueRecord } from '../../../chips/store/chips.ts';
import { chipAsOf } from '../../../chips/verbs/history/chip-as-of.ts';
import { readChip, readTargets } from '../../../chips/verbs/read-chip.ts';
import { readTopology } from '../../../chips/verbs/topologies.ts';
import { hadChip } from '../../../cooldowns/rules/cooldown.ts';
import { type CooldownRecord, getCooldowns } from '../../../cooldowns/store/cooldowns.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import type { FreshnessLimits } from '../../../statistics/rules/freshness.ts';
import { getHorizons } from '../../../values/store/horizons.ts';
import { freshnessLimits } from '../../../values/verbs/freshness-limits.ts';
import { heldReadings } from '../../../values/verbs/readings.ts';
import {
  chipDocument,
  type ExportedChip,
  type ExportedTarget,
  type ExportedValue,
} from '../../rules/export/chip-document.ts';
import { toYaml } from '../../rules/export/yaml.ts';

/** A chip with everything that an export of it says. */
export async function readExportedChip(
  ctx: ProjectContext,
  chipId: string,
  asOf: string | undefined,
): Promise<ExportedChip> {
  const { chip, freshness, topology, cooldowns, qubits, couplings, elements } = await read(ctx, chipId, asOf);
  const held = asOf === undefined ? heldMetrics([...qubits, ...couplings, ...elements]) : undefined;
  const view = (target: TargetRecord) => ({
    ...targetOf(target, chip, cooldowns),
    held: held?.get(targetName(target)),
  });
  return {
    chipId: chip.chipId,
    size: chip.size,
    activityStatus: chip.activityStatus,
    installedAt: chip.installedAt,
    technology: chip.technology,
    cooldownId: chip.currentCooldownId,
    freshness,
    lastCalibratedAt: chip.lastCalibratedAt,
    topology,
    readoutLines: readoutLinesOf(chip),
    qubits: qubits.map(view),
    couplings: couplings.map(view),
    ...(elements.length > 0 && {
      elements: Object.fromEntries(
        [...Map.groupBy(elements, ({ kind }) => kind)].map(([kind, own]) => [kind, own.map(view)]),
      ),
    }),
  };
}

/** By target the metrics of which a newer value waits to be accepted. What was measured only says nothing against a value. */
function heldMetrics(targets: readonly TargetRecord[]): Map<string, string[]> {
  const held = heldReadings(targets).filter(({ because }) => because !== 'measured_only');
  return new Map(
    [...Map.groupBy(held, ({ target }) => targetName(target))].map(([name, own]) => [
      name,
      own.map(({ metric }) => metric),
    ]),
  );
}

interface Read {
  chip: ChipRecord;
  freshness: FreshnessLimits;
  topology: Topology;
  cooldowns: CooldownRecord[];
  qubits: TargetRecord[];
  couplings: TargetRecord[];
  elements: TargetRecord[];
}

/** Two sequential reads; a third for a chip that had another imported topology then. */
async function read(ctx: ProjectContext, chipId: string, asOf: string | undefined): Promise<Read> {
  const standing = readChip(ctx, chipId);
  const horizons = getHorizons(ctx.db, ctx.projectId, chipId);
  const earlier = asOf === undefined ? undefined : chipAsOf(ctx, chipId, asOf);
  const around = standing.then((chip) =>
    Promise.all([
      readTopology(ctx, ctx.projectId, chip.topologyId),
      getCooldowns(ctx.db, ctx.projectId, chip.cooldownIds ?? []),
    ]),
  );
  const found = earlier ?? standing.then(async (chip) => ({ chip, ...(await readTargets(ctx, chip)) }));
  const [{ chip, ...targets }, [topology, cooldowns], learned] = await Promise.all([found, around, horizons]);
  const isSame = topology.topologyId === chip.topologyId;
  return {
    ...{ chip, cooldowns, ...targets },
    freshness: freshnessLimits(ctx, chip, learned),
    topology: isSame ? topology : await readTopology(ctx, ctx.projectId, chip.topologyId),
  };
}

function targetOf(target: TargetRecord, chip: ChipRecord, cooldowns: readonly CooldownRecord[]): ExportedTarget {
  const values = Object.entries(target.data).map(([metric, value]) => [metric, exportedValue(value, chip, cooldowns)]);
  return { id: target.id, status: target.status, values: Object.fromEntries(values), faulty: target.faulty };
}

/** By the recorded times of the cool-downs; an import's values are under none. */
function exportedValue(
  value: ValueRecord,
  { chipId }: ChipRecord,
  cooldowns: readonly CooldownRecord[],
): ExportedValue {
  const { calibratedAt, source } = value;
  const cooldown =
    source === 'import'
      ? undefined
      : cooldowns
          .filter((one) => hadChip(one, chipId, calibratedAt))
          .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
          .at(0);
  return {
    value: value.value,
    unit: value.unit,
    error: value.error,
    calibratedAt,
    source,
    cooldownId: cooldown?.cooldownId,
    executionId: value.executionId,
    taskId: value.taskId,
  };
}

/** A file that a chip was written to. */
export interface ChipFile {
  bytes: Uint8Array;
  contentType: string;
  fileName: string;
}

/**
 * A chip as a file of its own format (rule EXPORT-1). @throws ServiceError `not-found` for the chip.
 */
export async function exportChipFile(
  ctx: ProjectContext,
  chipId: string,
  { format, asOf }: { format: 'yaml' | 'json'; asOf: string | undefined },
): Promise<ChipFile> {
  const chip = await readExportedChip(ctx, chipId, asOf);
  const document = chipDocument(chip, { exportedAt: nowOf(ctx), asOf });
  const text = format === 'yaml' ? toYaml(document) : `${JSON.stringify(document, null, 2)}\n`;
  return { bytes: Buffer.from(text), contentType: `application/${format}`, fileName: `${chipId}.${format}` };
}

import { isDeepStrictEqual } from 'node:util';
import type { MemoryTable, Written } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { unpackValue } from '#shared/chips/store/target-values.ts';
import { chipKeys, projectKeys, runKeys } from '#shared/kernel/store/keys.ts';
import { isEnded, isOpen, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { holdersOf, lockEntity } from '#shared/runs/store/locks.ts';
import { Violation } from '../world/world.ts';
import { QueueWatch } from './queue.ts';
import { itemOf } from './records.ts';
import { checkStartOfSchedule } from './schedules.ts';
import { textIn } from './table-text.ts';

/**
 * What holds after every write, whatever is under way (rules RUN-1, RUN-2, RUN-6 and CHIP-2). It looks at what was written since
 * it looked last.
 */
export class Watch {
  readonly #table: MemoryTable;
  #seen = 0;
  /** The last execution of each project. */
  readonly #last = new Map<string, string>();

  readonly #queue: QueueWatch;

  /** Most runs that held a lock at once. */
  mostHolders = 0;

  constructor(table: MemoryTable) {
    this.#table = table;
    this.#queue = new QueueWatch(table);
  }

  look(): void {
    const fresh = this.#table.stream.slice(this.#seen);
    this.#seen = this.#table.stream.length;
    const projects = new Set<string>();
    const chips = new Map<string, { projectId: string; chipId: string }>();
    for (const written of fresh) {
      const { entity, projectId, chipId } = fieldsOf(written.after ?? written.before);
      this.#one(written, entity, projectId);
      this.#queue.look(written, entity, projectId);
      if (entity === 'execution' || entity === 'lock') projects.add(projectId);
      if (chipId && (entity === 'target' || entity === 'chip' || entity === 'chip-job'))
        chips.set(JSON.stringify([projectId, chipId]), { projectId, chipId });
    }
    for (const projectId of projects) this.#lockAndRun(projectId);
    for (const chip of chips.values()) this.#wholeChip(chip);
  }

  /** Looks at every chip that there is. */
  lookAtChips(): void {
    for (const item of this.#table.all())
      if (item.entity?.S === 'chip')
        this.#wholeChip({ projectId: item.projectId?.S ?? '', chipId: item.chipId?.S ?? '' });
  }

  #one({ before, after, pk, sk }: Written, entity: string, projectId: string): void {
    if (entity === 'note-event' && before) throw new Violation(`The event ${pk} ${sk} was changed`);
    const was = textIn(before, 'status');
    const is = textIn(after, 'status');
    const ended =
      (entity === 'execution' && was !== undefined && isEnded(was as ExecutionRecord['status'])) ||
      (entity === 'task-result' && was !== undefined && !isOpen(was as TaskStatus));
    if (ended && after && is !== was) throw new Violation(`${pk} ${sk} had ended ${was}, and became ${is}`);
    if (entity === 'execution' && !before) {
      const id = String(after?.executionId?.S);
      const last = this.#last.get(projectId);
      if (last !== undefined && id <= last) throw new Violation(`The execution ${id} came after ${last}`);
      this.#last.set(projectId, id);
      if (after) checkStartOfSchedule(this.#table, after);
    }
    if (entity === 'target' && before && after) {
      this.#valuesKept(before, after, pk);
      if (!isDeepStrictEqual(before.data, after.data)) this.#underItsCooldown(after, projectId);
    }
  }

  /** A value is written under the cool-down that its chip is in at that moment (rule COOL-5). */
  #underItsCooldown(target: Image, projectId: string): void {
    const { pk, sk } = chipKeys.chip(projectId, target.chipId?.S ?? '');
    const current = this.#table.get(pk, sk)?.currentCooldownId?.S;
    if (target.cooldownId?.S !== current)
      throw new Violation(`A value is written under ${target.cooldownId?.S}, and its chip is in ${current}`);
  }

  /** A value gives way to a newer one alone: no result here is excluded. */
  #valuesKept(before: Image, after: Image, pk: string): void {
    for (const [metric, value] of Object.entries(before.data?.M ?? {})) {
      const was = unpackValue(value.S).calibratedAt;
      const kept = after.data?.M?.[metric];
      const is = kept ? unpackValue(kept.S).calibratedAt : '';
      if (is < was) throw new Violation(`${metric} of ${pk} ${before.id?.S} of ${was} was lost`);
    }
  }

  /** One run at most is active, or one a chip where locks are per chip, and its lock is its own (rules RUN-1, RUN-2, RUN-6 and RUN-22). */
  #lockAndRun(projectId: string): void {
    const holders = holdersIn(this.#table, projectId);
    this.mostHolders = Math.max(this.mostHolders, holders.length);
    const executions = this.#table.partition(projectKeys.executions(projectId).pk);
    const alive = executions.filter((item) => !isEnded(item.status?.S as ExecutionRecord['status']));
    const ids = alive.map((item) => String(item.executionId?.S)).sort();
    const scope = this.#table.get(projectKeys.project(projectId).pk, projectKeys.project(projectId).sk)?.lockScope?.S;
    const covered = alive.map((item) => (scope === 'chip' ? item.chipId?.S : 'project'));
    if (new Set(covered).size < covered.length)
      throw new Violation(`Project ${projectId} has two runs: ${ids.join(' and ')}`);
    if (holders.join() !== ids.join())
      throw new Violation(
        `The lock of ${projectId} is held by ${holders.join(' and ') || 'nobody'}, and ${ids.join(' and ') || 'nothing'} runs`,
      );
  }

  /** A chip that can be seen has the targets that it counts, unless a new layout is under way. */
  #wholeChip({ projectId, chipId }: { projectId: string; chipId: string }): void {
    const key = chipKeys.chip(projectId, chipId);
    const chip = this.#table.get(key.pk, key.sk);
    const project = this.#table.get(projectKeys.project(projectId).pk, projectKeys.project(projectId).sk);
    // What belongs to a deleted project is purged without a mark of its own.
    if (!chip || chip.deletingAt || !project || project.deletedAt) return;
    const own = this.#table.partition(chipKeys.job(projectId, chipId).pk);
    if (own.some((item) => item.entity?.S === 'chip-job' && item.jobId?.S === 'update')) return;
    const targets = own.filter((item) => item.entity?.S === 'target');
    const counted = Number(chip.qubitCount?.N) + Number(chip.couplingCount?.N);
    if (targets.length !== counted)
      throw new Violation(`The chip ${chipId} counts ${counted} qubits and couplings, and has ${targets.length}`);
  }
}

/** The executions that hold locks of a project, by id. */
export function holdersIn(table: MemoryTable, projectId: string): string[] {
  const { pk, sk } = runKeys.lock(projectId);
  const lock = table.get(pk, sk);
  return (lock ? holdersOf(lockEntity.decode(itemOf(lock))) : []).map(({ executionId }) => executionId).sort();
}

function fieldsOf(item: Image | undefined) {
  return { entity: item?.entity?.S ?? '', projectId: textIn(item, 'projectId') ?? '', chipId: textIn(item, 'chipId') };
}

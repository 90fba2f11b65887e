import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { auditEntity } from '#shared/projects/store/audit.ts';
import { undo } from '#shared/projects/verbs/undo/undo.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { decideMany } from '#shared/values/verbs/gate/decide-many.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { heldReadings } from '#shared/values/verbs/readings.ts';
import { faultPlan, withFaults } from '#test/support/engine/drawn-faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning, scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

const metric = 'average_readout_fidelity';
const instantOf = (slot: number): string => new Date(Date.parse('2025-03-01T14:40:00Z') + slot * 60_000).toISOString();
/** Values of two slots never agree: a measurement confirms no other one. */
const valueIn = (slot: number): number => 0.6 + slot / 100;

const slot = fc.nat({ max: 29 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('measure' as const), slot, poor: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), slot, persist: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('decide' as const), pick: fc.nat(), accept: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('exclude' as const), pick: fc.nat(), excluded: fc.boolean() }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), pick: fc.nat(), callers: fc.constantFrom(1, 1, 2, 3) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A value that was measured or set, as the model knows it. */
interface Known {
  at: string;
  value: number;
  taskId?: string;
  mark: 'none' | 'held' | 'accepted' | 'rejected';
  /** The entry that decided it, or that excluded it. */
  decidedBy?: string;
  excluded: boolean;
  excludedBy?: string;
  isWithdrawn: boolean;
}

type Counted = { at: string; value: number } | undefined;

/** An act that was audited: what undoing it needs to find, and how it changes the model. */
interface Act {
  id: string;
  undoneBy?: string;
  isAsLeft(): boolean;
  /** Changes the model, and answers the act that this is. */
  revert(id: string): Act;
}

class Model {
  readonly known: Known[] = [];
  readonly acts = new Map<string, Act>();

  counted(): Counted {
    const counting = this.known.filter(
      ({ mark, excluded, isWithdrawn }) => mark !== 'held' && mark !== 'rejected' && !excluded && !isWithdrawn,
    );
    return newestOf(counting);
  }

  waiting(): Counted {
    const waits = newestOf(
      this.known.filter(({ mark, excluded, isWithdrawn }) => mark === 'held' && !excluded && !isWithdrawn),
    );
    const counts = this.counted();
    return waits && (!counts || waits.at > counts.at) ? waits : undefined;
  }

  set(one: Known, id: string): Act {
    const left = this.counted();
    const decides = left?.at === one.at;
    return {
      id,
      isAsLeft: () => !one.isWithdrawn && (!decides || same(this.counted(), left)),
      revert: (by) => this.withdrawn(one, by),
    };
  }

  withdrawn(one: Known, id: string): Act {
    one.isWithdrawn = true;
    const left = this.counted();
    return {
      id,
      isAsLeft: () => one.isWithdrawn && same(this.counted(), left),
      revert: (by) => {
        one.isWithdrawn = false;
        const put = this.counted();
        return {
          id: by,
          isAsLeft: () => !one.isWithdrawn && same(this.counted(), put),
          revert: (next) => this.withdrawn(one, next),
        };
      },
    };
  }

  decided(one: Known, mark: 'accepted' | 'rejected', id: string): Act {
    Object.assign(one, { mark, decidedBy: id });
    return {
      id,
      isAsLeft: () => one.mark === mark && one.decidedBy === id,
      revert: (by) => {
        one.mark = 'held';
        return { id: by, isAsLeft: () => one.mark === 'held', revert: (next) => this.decided(one, mark, next) };
      },
    };
  }

  excluded(one: Known, excluded: boolean, id: string): Act {
    Object.assign(one, { excluded, excludedBy: excluded ? id : undefined });
    return {
      id,
      isAsLeft: () => one.excluded === excluded && (!excluded || one.excludedBy === id),
      revert: (by) => this.excluded(one, !excluded, by),
    };
  }
}

const newestOf = (known: readonly Known[]): Counted => {
  const [newest] = known.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return newest && { at: newest.at, value: newest.value };
};
const same = (a: Counted, b: Counted): boolean => a?.at === b?.at && a?.value === b?.value;

/** What the qubit's own record has. */
async function stored() {
  const targets = (await scan(verbs.db))
    .filter(({ entity }) => entity === 'target')
    .map((item) => targetEntity.decode(item));
  const target = targets.find(({ kind, id }) => kind === 'qubit' && id === '0');
  if (!target) throw new Error('the qubit is gone');
  const value = target.data[metric];
  const waits = heldReadings([target]).find((one) => one.metric === metric);
  return {
    counts: value && { at: value.calibratedAt, value: value.value },
    waits: waits && { at: waits.at, value: waits.value },
  };
}

const entries = async () =>
  (await scan(verbs.db)).filter(({ entity }) => entity === 'audit').map((item) => auditEntity.decode(item));

/** What came of the undos of all cases: the property says nothing where one of these never happens. */
const outcomes = { done: 0, repeated: 0, refused: 0 };

class Player {
  readonly model = new Model();
  readonly #plan: readonly string[];
  readonly #executionId: string;
  readonly #known = new Set<string>();

  constructor(plan: readonly string[], executionId: string) {
    this.#plan = plan;
    this.#executionId = executionId;
  }

  async take(one: Step, index: number): Promise<void> {
    verbs.now = new Date(verbs.now.getTime() + 1000);
    const { model } = this;
    if (one.kind === 'measure' || one.kind === 'set') {
      // Two values of one instant: which of them counts is another rule's.
      const at = instantOf(one.slot);
      if (model.known.some((known) => known.at === at)) return;
      await (one.kind === 'measure' ? this.#measure(one, index, at) : this.#set(one, at));
    } else if (one.kind === 'undo') await this.#undo(one);
    else await this.#change(one);
  }

  async #measure({ slot: n, poor }: Extract<Step, { kind: 'measure' }>, index: number, at: string): Promise<void> {
    const taskId = `task-${index}`;
    const planned = plannedTask(index, { target: '0', taskId });
    const outputParameters = { [metric]: { ...measuredValue(valueIn(n), ''), error: 0.0001 } };
    const outcome = outcomeOf(planned, { endAt: at, startAt: at, outputParameters, r2: poor ? 0.5 : undefined });
    const run = { projectId: owner.projectId, executionId: this.#executionId, fence: 1 };
    await this.#faulty(() => writeTaskResults(owner, run, [{ kind: 'ended', planned, outcome }]));
    const mark = poor ? ('held' as const) : ('none' as const);
    this.model.known.push({ at, value: valueIn(n), taskId, mark, excluded: false, isWithdrawn: false });
  }

  async #set({ slot: n, persist }: Extract<Step, { kind: 'set' }>, at: string): Promise<void> {
    const parameters = { [metric]: { value: valueIn(n), calibratedAt: at } };
    await updateParameters(owner, { chipId: 'pair', qid: '0', parameters, persist });
    const one: Known = { at, value: valueIn(n), mark: persist ? 'none' : 'held', excluded: false, isWithdrawn: false };
    this.model.known.push(one);
    await this.#acted((id) => this.model.set(one, id));
  }

  async #change(step: Extract<Step, { kind: 'decide' | 'exclude' }>): Promise<void> {
    const measured = this.model.known.filter(({ taskId }) => taskId !== undefined);
    const one = measured[step.pick % Math.max(1, measured.length)];
    if (!one?.taskId) return;
    const { taskId } = one;
    if (step.kind === 'exclude') {
      const { excluded } = step;
      await this.#faulty(() => setExcluded(owner, taskId, { excluded, reason: 'outlier' }));
      if (one.excluded !== excluded) await this.#acted((id) => this.model.excluded(one, excluded, id));
      return;
    }
    const state = step.accept ? ('accepted' as const) : ('rejected' as const);
    const named = [{ id: heldIdText({ taskId }), metric }];
    await this.#faulty(() => decideMany(owner, 'pair', named, { state, reason: 'looked' }));
    if (one.mark === 'held') await this.#acted((id) => this.model.decided(one, state, id));
  }

  async #undo({ pick, callers }: Extract<Step, { kind: 'undo' }>): Promise<void> {
    const acts = [...this.model.acts.values()];
    const act = acts[pick % Math.max(1, acts.length)];
    if (!act) return;
    const by = act.undoneBy === undefined ? undefined : this.model.acts.get(act.undoneBy);
    const expected = by ? (by.undoneBy === undefined ? 'repeated' : 'refused') : act.isAsLeft() ? 'done' : 'refused';
    const answers = await this.#faulty(() =>
      Promise.all(Array.from({ length: callers }, () => undo(owner, act.id).then(({ id }) => id, refusedAs))),
    );
    outcomes[expected] += 1;
    const [answer] = answers;
    expect(new Set(answers).size).toBe(1);
    expect(answer === 'refused').toBe(expected === 'refused');
    if (expected === 'repeated') expect(answer).toBe(act.undoneBy);
    if (expected !== 'done' || answer === undefined) return;
    act.undoneBy = answer;
    await this.#acted((id) => act.revert(id));
    expect(this.model.acts.has(answer)).toBe(true);
  }

  /** Adds the one act that the step has put into the audit. */
  async #acted(make: (id: string) => Act): Promise<void> {
    const [entry, ...others] = (await entries()).filter(({ id }) => !this.#known.has(id));
    if (!entry || others.length > 0) throw new Error('A step has not put one entry into the audit');
    this.#known.add(entry.id);
    this.model.acts.set(entry.id, make(entry.id));
  }

  #faulty<T>(work: () => Promise<T>): Promise<T> {
    return withFaults(verbs.faults, this.#plan, work);
  }
}

function refusedAs(error: unknown): 'refused' {
  if (error instanceof ServiceError && error.kind === 'conflict' && error.code !== 'concurrent_change')
    return 'refused';
  throw error;
}

test('whatever is measured, set, decided and excluded, and whichever acts are undone, once or at once: what counts and waits is what a model of the acts gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), faultPlan, async (steps, plan) => {
      verbs.faults.clear();
      await verbs.empty();
      verbs.now = new Date('2025-03-02T00:00:00.000Z');
      owner = await verbs.member('alice');
      await createChip(owner, { chipId: 'pair', topologyId: 'linear-2' });
      const { executionId } = await putRunning(verbs.db, { projectId: owner.projectId, chipId: 'pair', gate: 'hold' });
      const player = new Player(plan, executionId);
      for (const [index, one] of steps.entries()) {
        await player.take(one, index);
        const { model } = player;
        expect(await stored()).toEqual({ counts: model.counted(), waits: model.waiting() });
      }
    }),
    { numRuns: caseCount(60), endOnFailure: true },
  );
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import { coherenceLimit } from '#simulator/truth/coherence-limit.ts';
import { dayOf, driftOf } from '#simulator/truth/drift.ts';
import { pairTruth } from '#simulator/truth/pair.ts';
import { GATE_NS } from '#simulator/truth/pulses.ts';
import { qubitTruth } from '#simulator/truth/qubit.ts';
import type { Value, Values } from '#simulator/truth/values.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { SOUND, simulated } from '#test/support/runs/simulation.ts';

const seed = fc.nat();
const qid = fc.oneof(fc.nat({ max: 300 }).map(String), fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/));
const day = fc.integer({ min: 20_000, max: 22_000 });
const measuredAt = day.map((at) => new Date(at * 86_400_000).toISOString());
const value = (min: number, max: number, unit: string) =>
  fc.record({ value: fc.double({ min, max, noNaN: true }), unit: fc.constant(unit), calibratedAt: measuredAt });

/** Values as chips have them, and as a bad import may leave them: T2 far above 2 T1, readouts no better than chance. */
const values: fc.Arbitrary<Values> = fc.record(
  {
    t1: value(1, 600, 'us'),
    t2_echo: value(0.5, 1500, 'us'),
    t2_star: value(0.3, 400, 'us'),
    qubit_frequency: value(3, 9.5, 'GHz'),
    readout_fidelity_0: value(0.4, 1, ''),
    readout_fidelity_1: value(0.4, 1, ''),
    x90_gate_fidelity: value(0.8, 1, ''),
    average_gate_fidelity: value(0.8, 1, ''),
  },
  { requiredKeys: [] },
);

it('the simulator makes no qubit that physics forbids, whatever the chip says', () => {
  fc.assert(
    fc.property(seed, qid, values, day, (someSeed, target, chip, today) => {
      const qubit = qubitTruth({ seed: someSeed, target, values: chip, day: today });
      expect(qubit.t2EchoUs).toBeLessThanOrEqual(2 * qubit.t1Us);
      expect(qubit.t2StarUs).toBeLessThanOrEqual(qubit.t2EchoUs);
      const limit = coherenceLimit([qubit], GATE_NS);
      for (const error of [qubit.errorX90, qubit.errorX180, qubit.errorAverage]) {
        expect(error).toBeGreaterThanOrEqual(Math.min(1 - limit, 0.2));
      }
      for (const fidelity of [qubit.fidelity0, qubit.fidelity1]) {
        expect(fidelity).toBeGreaterThan(0.5);
        expect(fidelity).toBeLessThan(1);
      }
      expect(qubit.anharmonicityGhz).toBeLessThan(0);
    }),
    { numRuns: caseCount(500) },
  );
});

it('the simulator makes no pair whose gate beats the coherence of its qubits', () => {
  fc.assert(
    fc.property(seed, values, values, day, (someSeed, a, b, today) => {
      const qubit = (target: string, chip: Values) => qubitTruth({ seed: someSeed, target, values: chip, day: today });
      const source = { seed: someSeed, target: '0-1', values: {}, day: today };
      const pair = pairTruth(source, qubit('0', a), qubit('1', b));
      expect(pair.errorZx90).toBeGreaterThanOrEqual(Math.min(1 - pair.limit, 0.3));
      expect(1 - pair.bellFidelity).toBeGreaterThanOrEqual(Math.min(pair.errorZx90, 0.69));
      // A quarter turn of the target within the gate.
      expect(4 * pair.zxRateGhz * pair.crAmplitude * pair.gateNs).toBeCloseTo(1, 6);
    }),
    { numRuns: caseCount(300) },
  );
});

/** The outputs as a chip holds them after the run. */
const stored = (outputs: Record<string, OutputParameter>, calibratedAt: string): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, { value: found, unit }]) => [name, { value: found, unit, calibratedAt }]),
  );

it('the simulator measures coherence and fidelities that agree with each other on a sound qubit', () => {
  const tasks = ['CheckT1', 'CheckT2Echo', 'RandomizedBenchmarking', 'Check1QGateCoherenceLimit'];
  fc.assert(
    fc.property(seed, fc.nat({ max: 132 }), fc.double({ min: 40, max: 300, noNaN: true }), (someSeed, q, t1) => {
      let chip: Record<string, Value> = { t1: { value: t1, unit: 'us' } };
      for (const task of tasks) {
        const at = '2026-06-15T12:00:00.000Z';
        const outcome = simulated({ task, seed: someSeed, target: String(q), taskId: task, values: chip, startAt: at });
        expect(outcome.status).toBe('completed');
        chip = { ...chip, ...stored(outcome.outputParameters, at) };
      }
      const of = (key: string) => chip[key]?.value ?? Number.NaN;
      expect(of('t2_echo')).toBeLessThanOrEqual(2 * of('t1'));
      // The limit is computed from measured times, which are uncertain by some per cent.
      expect(1 - of('average_gate_fidelity')).toBeGreaterThan(0.8 * (1 - of('one_qubit_gate_coherence_limit')));
    }),
    { numRuns: caseCount(60) },
  );
});

it('the simulated chip drifts from day to day without ever running away', () => {
  fc.assert(
    fc.property(seed, qid, day, (someSeed, target, today) => {
      const moves = Array.from({ length: 40 }, (_, i) => driftOf(someSeed, target, 't1', today + i));
      for (const move of moves) expect(Math.abs(move)).toBeLessThanOrEqual(1);
      expect(new Set(moves).size).toBe(moves.length);
    }),
  );
});

it('a simulated chip that is measured every day for two months stays near what it was', () => {
  fc.assert(
    fc.property(seed, fc.nat({ max: 132 }), (someSeed, q) => {
      const first = Date.parse('2026-04-01T01:00:00.000Z');
      const start = new Date(first).toISOString();
      let chip: Record<string, Value> = {
        t1: { value: 170, unit: 'us', calibratedAt: start },
        x90_gate_fidelity: { value: 0.9995, unit: '', calibratedAt: start },
      };
      const seen: number[] = [];
      for (let i = 1; i <= 60; i++) {
        const startAt = new Date(first + i * 86_400_000).toISOString();
        for (const task of ['CheckRabi', 'CheckT1', 'CheckFineChevron', 'X90InterleavedRandomizedBenchmarking']) {
          const outcome = simulated({
            task,
            seed: someSeed,
            target: String(q),
            taskId: `${task} ${i}`,
            values: chip,
            startAt,
          });
          chip = { ...chip, ...stored(outcome.outputParameters, startAt) };
        }
        seen.push(chip.t1?.value ?? Number.NaN);
      }
      expect(Math.min(...seen)).toBeGreaterThan(170 * 0.25);
      expect(Math.max(...seen)).toBeLessThan(170 * 2.2);
      // Two days may well agree to the four decimals that are kept.
      expect(new Set(seen).size).toBeGreaterThan(57);
      expect(1 - (chip.x90_gate_fidelity?.value ?? 0)).toBeLessThan(5e-4 * 4);
      expect(Math.abs((chip.qubit_frequency?.value ?? 0) - 7.86)).toBeLessThan(0.2);
    }),
    { numRuns: caseCount(8) },
  );
});

it('most sound simulated qubits pass all standard one-qubit sequences, each task from what those before it found', () => {
  const tasks = [
    ...STANDARD_SEQUENCES.BRINGUP,
    ...STANDARD_SEQUENCES.CHECK_1Q,
    ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK,
  ];
  fc.assert(
    fc.property(seed, fc.nat({ max: 132 }), (someSeed, q) => {
      const startAt = '2026-06-15T12:00:00.000Z';
      let chip: Record<string, Value> = {};
      for (const [i, task] of tasks.entries()) {
        const outcome = simulated({
          task,
          seed: someSeed,
          target: String(q),
          taskId: `${i}`,
          values: chip,
          startAt,
          parameters: SOUND,
        });
        expect(outcome.status, outcome.message).toBe('completed');
        chip = { ...chip, ...stored(outcome.outputParameters, startAt) };
      }
    }),
    { numRuns: caseCount(25) },
  );
});

it('the simulator counts days in UTC', () => {
  expect(dayOf('1970-01-02T00:00:00.000Z')).toBe(1);
  expect(dayOf('1970-01-01T23:59:59.999Z')).toBe(0);
});

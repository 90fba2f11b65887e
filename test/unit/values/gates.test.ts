import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { inverseMetric, isGateFidelity } from '#shared/values/rules/gate-keys.ts';
import {
  bestGate,
  exchangedMetric,
  gateTimeOf,
  isDirectedMetric,
  isOfOtherGate,
  parseGateMetric,
} from '#shared/values/rules/gates.ts';

describe('metric keys of two-qubit gates', () => {
  it.each([
    ['zx90_gate_fidelity', 'zx90', true, true],
    ['ecr_gate_time', 'ecr', true, false],
    ['zx_rotation_rate', 'zx', true, false],
    ['sqrt_iswap_gate_fidelity', 'sqrt_iswap', false, true],
    ['cz_gate_fidelity', 'cz', false, true],
    ['two_qubit_gate_coherence_limit', undefined, false, false],
    ['bell_state_fidelity', undefined, false, false],
    ['cx', undefined, false, false],
  ])('the key %s names the gate %s', (key, gate, isDirected, isFidelity) => {
    expect(parseGateMetric(key)).toEqual({ base: key, gate, isInverse: false });
    expect(parseGateMetric(inverseMetric(key))).toEqual({ base: key, gate, isInverse: true });
    expect(isDirectedMetric(key)).toBe(isDirected);
    expect([isGateFidelity(key), isGateFidelity(inverseMetric(key))]).toEqual([isFidelity, isFidelity]);
  });

  it('the inverse of a metric is described as the metric, and named so', () => {
    const known = describeMetric('zx90_gate_time', 'coupling');
    const inverse = describeMetric('zx90_gate_time@inverse', 'coupling');
    expect(inverse).toEqual({
      ...known,
      key: 'zx90_gate_time@inverse',
      title: 'ZX90 gate time, inverse',
      description: 'Duration of the ZX90 gate, control and target exchanged',
    });
    expect(describeMetric('t1@inverse', 'qubit').title).toBe('T1@inverse');
  });

  it('the duration of a gate has the direction of its fidelity', () => {
    expect(gateTimeOf('ecr_gate_fidelity')).toBe('ecr_gate_time');
    expect(gateTimeOf('ecr_gate_fidelity@inverse')).toBe('ecr_gate_time@inverse');
  });

  it('an exchanged id exchanges the numbers that have a direction, and no others', () => {
    const own = new Set(['cx_gate_fidelity', 'cz_gate_fidelity', 'rzz_gate_time', 'rzz_gate_time@inverse']);
    expect([...own].map((key) => exchangedMetric(key, own))).toEqual([
      'cx_gate_fidelity@inverse',
      'cz_gate_fidelity',
      'rzz_gate_time@inverse',
      'rzz_gate_time',
    ]);
  });
});

describe('which numbers a coupling needs', () => {
  it('a coupling with another gate needs no number of a gate; one without any gate needs it', () => {
    const ecr = new Set(['ecr_gate_fidelity', 'static_zz_interaction']);
    expect(isOfOtherGate('cx_gate_fidelity', ecr)).toBe(true);
    expect(isOfOtherGate('ecr_gate_time', ecr)).toBe(false);
    expect(isOfOtherGate('bell_state_fidelity', ecr)).toBe(false);
    expect(isOfOtherGate('cx_gate_fidelity', new Set(['static_zz_interaction']))).toBe(false);
  });

  it('a number of one direction is enough', () => {
    expect(isOfOtherGate('ecr_gate_fidelity@inverse', new Set(['ecr_gate_fidelity']))).toBe(true);
    expect(isOfOtherGate('ecr_gate_fidelity', new Set(['ecr_gate_fidelity@inverse']))).toBe(true);
  });
});

describe('which gate stands for a coupling', () => {
  const gate = (metric: string, value: number | null, isStale = false) => ({ metric, value, isStale });

  it('a fresh gate goes before a stale one and a faulty mark, then the better one', () => {
    const [fresh, better, stale, broken] = [
      gate('cz', 0.98),
      gate('ecr', 0.99),
      gate('cx', 0.999, true),
      gate('rzz', null),
    ];
    expect(bestGate([broken, stale, fresh, better])).toBe(better);
    expect(bestGate([broken, stale])).toBe(stale);
    expect(bestGate([broken])).toBe(broken);
    expect(bestGate([])).toBeUndefined();
  });
});

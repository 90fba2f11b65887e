import { describe, expect, test } from 'vitest';
import { simulateDemoChip } from '#local/demo/bring-up-values.ts';

const chip = simulateDemoChip(64);
const byId = new Map(chip.targets.map((target) => [target.id, target.values]));
const ages = chip.targets.flatMap((target) => Object.values(target.values).map((value) => value.ageSeconds));

describe('the demo chip', () => {
  test('the demo chip is the same for the same seed and another for another', () => {
    expect(simulateDemoChip(64)).toEqual(chip);
    expect(simulateDemoChip(65)).not.toEqual(chip);
  });

  test('the demo chip has every qubit and coupling of its lattice', () => {
    expect(chip.topologyId).toBe('square-lattice-mux-64');
    expect(chip.targets.filter((target) => !target.id.includes('-'))).toHaveLength(64);
    expect(chip.targets.filter((target) => target.id.includes('-'))).toHaveLength(112);
  });

  test('T2 on the demo chip is at most twice T1, for any seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      for (const { values } of simulateDemoChip(seed).targets) {
        if (values.t1 && values.t2_echo) expect(values.t2_echo.value).toBeLessThanOrEqual(2 * values.t1.value);
      }
    }
  });

  test('fidelities of the demo chip are below 1 and plausible', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      for (const { values } of simulateDemoChip(seed).targets) {
        for (const [key, { value }] of Object.entries(values)) {
          if (!key.includes('fidelity')) continue;
          expect(value).toBeGreaterThan(0.8);
          expect(value).toBeLessThan(1);
        }
      }
    }
  });

  test('the demo chip has fresh values, old ones of up to ten days, and missing ones', () => {
    expect(ages.some((age) => age < 4 * 3600)).toBe(true);
    expect(ages.some((age) => age > 7 * 86_400)).toBe(true);
    expect(Math.max(...ages)).toBeLessThanOrEqual(10 * 86_400);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(byId.get('21')).toEqual({});
    const counted = chip.targets.filter((target) => 't1' in target.values).length;
    expect(counted).toBeGreaterThan(50);
    expect(counted).toBeLessThan(62);
  });

  test('couplings of a qubit whose line is open have no values', () => {
    expect(byId.get('20-21')).toEqual({});
    expect(byId.get('0-1')).toHaveProperty('zx90_gate_fidelity');
  });
});

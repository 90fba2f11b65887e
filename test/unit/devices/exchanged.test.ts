import { describe, expect, it } from 'vitest';
import { orientedTo } from '#shared/devices/rules/import/exchanged.ts';
import type { ImportedTarget, ImportPlan } from '#shared/devices/rules/import/plan.ts';

const at = '2026-02-03T04:05:06.000Z';
const value = (number: number) => ({ value: number, unit: '', calibratedAt: at });
const coupling: ImportedTarget = {
  kind: 'coupling',
  id: '0-1',
  values: { cx_gate_fidelity: value(0.98), cz_gate_fidelity: value(0.99), 'cx_gate_time@inverse': value(400) },
  faulty: { ecr_gate_fidelity: at },
  before: [{ metric: 'cx_gate_fidelity', value: 0.9, unit: '', at }],
};
const planOf = (directed: boolean): ImportPlan =>
  ({ topology: { directed }, targets: [coupling], warnings: ['one'] }) as unknown as ImportPlan;
const chip = new Set(['1-0']);

describe('a plan in the orders of a chip', () => {
  it('a coupling that the chip has the other way round keeps its numbers in their directions, with a warning', () => {
    const { targets, warnings } = orientedTo(planOf(true), chip);
    expect(targets).toEqual([
      {
        kind: 'coupling',
        id: '1-0',
        values: {
          'cx_gate_fidelity@inverse': value(0.98),
          cz_gate_fidelity: value(0.99),
          cx_gate_time: value(400),
        },
        faulty: { 'ecr_gate_fidelity@inverse': at },
        before: [{ metric: 'cx_gate_fidelity@inverse', value: 0.9, unit: '', at }],
      },
    ]);
    expect(warnings).toEqual([
      'one',
      "1 coupling with a native direction other than the chip's: 0-1; their numbers are kept as inverse",
    ]);
  });

  it('a coupling without a native direction is not a reason for a warning, and one in the order of the chip stays', () => {
    expect(orientedTo(planOf(false), chip).warnings).toEqual(['one']);
    expect(orientedTo(planOf(true), new Set(['0-1']))).toEqual(planOf(true));
    expect(orientedTo(planOf(true), new Set())).toEqual(planOf(true));
  });
});

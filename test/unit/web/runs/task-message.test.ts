import { describe, expect, it } from 'vitest';
import { taskMessage } from '../../../../web/runs/lib/task-message.ts';

describe('what a task reported', () => {
  const task = (message: string, status = 'completed', qid = '3') => taskMessage({ message, status, qid });

  it('what a task measured is named by the titles of its metrics', () => {
    expect(task('rabi_amplitude 0.4799(17), rabi_frequency 12.5005(51) MHz, R² 0.999')).toBe(
      'Rabi amplitude 0.4799(17), Rabi frequency 12.5005(51) MHz, R² 0.999',
    );
    expect(task('cz_gate_fidelity 0.9931(2)', 'completed', '0-1')).toBe('CZ gate fidelity 0.9931(2)');
  });

  it('why a task failed is told in its own words', () => {
    expect(task('peak 3 is too low', 'failed')).toBe('peak 3 is too low');
    expect(task('configured 4 channels, then waited')).not.toContain('Then');
  });
});

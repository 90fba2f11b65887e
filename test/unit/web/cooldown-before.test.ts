import { expect, it } from 'vitest';
import { cooldownBefore } from '../../../web/cooldowns/lib/before.ts';
import type { Cooldown } from '../../../web/ui/lib/api/wire.ts';

const cooldown = (cooldown_id: string, started_at: string, ...chip_ids: string[]) =>
  ({ cooldown_id, started_at, chip_ids }) as Cooldown;

it('the cool-down of a chip before another is the last that began earlier with that chip in it', () => {
  const cooldowns = [
    cooldown('cd-3', '2026-03-01T00:00:00Z', 'qpu-1', 'qpu-2'),
    cooldown('cd-2', '2026-02-01T00:00:00Z', 'qpu-2'),
    cooldown('cd-0', '2025-12-01T00:00:00Z', 'qpu-1'),
    cooldown('cd-1', '2026-01-01T00:00:00Z', 'qpu-1'),
  ];
  const before = (of: number, chip: string) =>
    cooldownBefore(cooldowns, cooldowns[of] ?? cooldown('', ''), chip)?.cooldown_id;
  expect(before(0, 'qpu-1')).toBe('cd-1');
  expect(before(0, 'qpu-2')).toBe('cd-2');
  expect(before(2, 'qpu-1')).toBeUndefined();
});

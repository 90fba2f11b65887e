import { describe, expect, it } from 'vitest';
import { CRYOSTAT_STATUSES, type CryostatStatus, moveCryostat } from '#shared/cooldowns/rules/cryostat.ts';

const now = '2025-03-01T12:00:00.000Z';
const earlier = '2025-02-01T00:00:00.000Z';
const stateIn = (status: CryostatStatus) => ({
  status,
  ...(status === 'decommissioned' ? { decommissionedAt: earlier } : {}),
});

describe('the moves of a cryostat', () => {
  const pairs = CRYOSTAT_STATUSES.flatMap((from) => CRYOSTAT_STATUSES.map((to) => [from, to] as const));
  it.each(pairs)('the move %s -> %s of a cryostat is allowed but from decommissioned to maintenance', (from, to) => {
    const move = moveCryostat(stateIn(from), { status: to }, now);
    if (from === 'decommissioned' && to === 'maintenance')
      expect(move).toEqual({ ok: false, refusal: 'must_be_active_first' });
    else expect(move).toMatchObject({ ok: true, state: { status: to } });
  });

  it.each(CRYOSTAT_STATUSES)('a new cryostat may be %s', (status) => {
    expect(moveCryostat(undefined, { status }, now).ok).toBe(true);
  });
});

describe('the date of decommissioning', () => {
  const decommissioned = (current: CryostatStatus, decommissionedAt?: string) =>
    moveCryostat(stateIn(current), { status: 'decommissioned', decommissionedAt }, now);

  it('the date of decommissioning is now unless one is given, and stays while it is decommissioned', () => {
    expect(decommissioned('active')).toMatchObject({ state: { decommissionedAt: now } });
    expect(decommissioned('active', earlier)).toMatchObject({ state: { decommissionedAt: earlier } });
    expect(decommissioned('decommissioned')).toMatchObject({ state: { decommissionedAt: earlier } });
    expect(decommissioned('decommissioned', now)).toMatchObject({ state: { decommissionedAt: now } });
  });

  it('the date of decommissioning goes with the return to active, and is refused for a cryostat in use', () => {
    expect(moveCryostat(stateIn('decommissioned'), { status: 'active' }, now)).toEqual({
      ok: true,
      state: { status: 'active', commissionedAt: undefined, decommissionedAt: undefined },
    });
    const given = { status: 'maintenance', decommissionedAt: now } as const;
    expect(moveCryostat(stateIn('active'), given, now)).toEqual({ ok: false, refusal: 'not_decommissioned' });
  });

  it('a cryostat is not decommissioned before it was commissioned; the same instant is in order', () => {
    const at = (commissionedAt: string) => moveCryostat(undefined, { status: 'decommissioned', commissionedAt }, now);
    expect(at('2025-03-01T12:00:00.001Z')).toEqual({ ok: false, refusal: 'out_of_order' });
    expect(at(now).ok).toBe(true);
  });
});

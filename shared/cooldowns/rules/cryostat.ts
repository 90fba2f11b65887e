/** Values of a cryostat's status. */
export const CRYOSTAT_STATUSES = ['active', 'maintenance', 'decommissioned'] as const;

export type CryostatStatus = (typeof CRYOSTAT_STATUSES)[number];

/** The part of a cryostat that a move changes. `decommissionedAt` is present exactly while it is decommissioned. */
export interface CryostatState {
  status: CryostatStatus;
  /** ISO 8601 UTC with milliseconds. */
  commissionedAt?: string | undefined;
  decommissionedAt?: string | undefined;
}

/** Why a cryostat cannot be as it is wanted. */
export type CryostatRefusal =
  /** Only `active` follows `decommissioned`. */
  | 'must_be_active_first'
  /** A date of decommissioning for one that is in use. */
  | 'not_decommissioned'
  /** Decommissioned before it was commissioned. */
  | 'out_of_order';

/** The new state, or the reason it stays as it was. */
export type CryostatMove = { ok: true; state: CryostatState } | { ok: false; refusal: CryostatRefusal };

/**
 * Rule COOL-7: `active` and `maintenance` exchange; either becomes `decommissioned`, which
 * sets `decommissionedAt` (to `now` unless a date is given); from there only back to `active`, which clears it. To stay
 * is always allowed. `current` undefined: a new cryostat, in any status.
 */
export function moveCryostat(
  current: CryostatState | undefined,
  wanted: { status: CryostatStatus; commissionedAt?: string | undefined; decommissionedAt?: string | undefined },
  now: string,
): CryostatMove {
  if (current?.status === 'decommissioned' && wanted.status === 'maintenance')
    return { ok: false, refusal: 'must_be_active_first' };
  const { status, commissionedAt } = wanted;
  if (status !== 'decommissioned')
    return wanted.decommissionedAt === undefined
      ? { ok: true, state: { status, commissionedAt, decommissionedAt: undefined } }
      : { ok: false, refusal: 'not_decommissioned' };
  const decommissionedAt = wanted.decommissionedAt ?? current?.decommissionedAt ?? now;
  if (commissionedAt !== undefined && decommissionedAt < commissionedAt) return { ok: false, refusal: 'out_of_order' };
  return { ok: true, state: { status, commissionedAt, decommissionedAt } };
}

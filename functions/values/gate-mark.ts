import { type GateMark, gateWords } from '#shared/values/rules/gate-mark.ts';

/** What the write gate says of a value on the wire. */
export const presentGateMark = (mark: GateMark) => ({
  state: mark.state,
  because: mark.because,
  reason: gateWords(mark.because),
  history_points: mark.points ?? null,
  decided_by: mark.decidedBy ?? null,
  decided_at: mark.decidedAt ?? null,
  decision_reason: mark.reason ?? '',
});

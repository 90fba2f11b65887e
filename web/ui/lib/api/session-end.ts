/** Why a session has ended that its person did not end. */
export const sessionEnds = ['disabled', 'ended', 'expired'] as const;

export type SessionEnd = (typeof sessionEnds)[number];

/** The reason that a refusal's code tells; undefined for one that tells none. */
export function sessionEndOf(code: unknown): SessionEnd | undefined {
  if (code === 'user_disabled') return 'disabled';
  if (code === 'token_revoked') return 'ended';
  return code === 'token_expired' ? 'expired' : undefined;
}

/** The notice on the login page about the end of a session. */
export const sessionEndTexts: Record<SessionEnd, string> = {
  disabled: 'An administrator disabled your account, and you were signed out. Ask them if that is wrong.',
  ended: 'Your session was ended, or your password was changed. Sign in again.',
  expired: 'Your session has expired. Sign in again.',
};

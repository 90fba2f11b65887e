import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { userKeys } from '../../kernel/store/keys.ts';

/** A login token that was given out, until it ends (rule USER-7). */
export interface SessionRecord {
  userId: string;
  /** UUIDv7: the younger sorts after the older. */
  sessionId: string;
  /** The user's, when it began: a session with another one has ended. */
  tokenVersion: number;
  createdAt: string;
  expiresAt: string;
  /** From where the login came, and by which program as it calls itself. */
  address: string;
  userAgent?: string | undefined;
  /** It began at the sign-in provider, so that no password was needed (rule AUTH-37). */
  byProvider?: boolean | undefined;
  /** When it was last used (rule USER-5). */
  lastSeenAt?: string | undefined;
}

/** Codec of sessions; the table expires them by itself. */
export const sessionEntity = defineEntity<SessionRecord>({
  name: 'session',
  version: 1,
  keys: (session) => userKeys.session(session.userId, session.sessionId),
  expiresAt: (session) => Math.ceil(Date.parse(session.expiresAt) / 1000),
});

import type { SecretSource } from '../people/store/secret-source.ts';
import type { SessionRecord } from '../people/store/sessions.ts';
import type { UserRecord } from '../people/store/users.ts';
import type { ProjectRole } from '../projects/rules/permissions.ts';
import type { FreshnessHours } from '../values/rules/fresh-for.ts';
import type { GateMode } from '../values/rules/gate-mark.ts';
import type { OwnLimits } from '../values/rules/own-limits.ts';
import type { Config } from './config.ts';
import type { Log } from './observability.ts';
import type { Stored } from './store/dynamodb/codec.ts';
import type { Database } from './store/dynamodb/database.ts';

/** What a verb may use: no globals, no environment. Tests pass their own clock and engine. */
export interface Context {
  db: Database;
  config: Config;
  secrets: SecretSource;
  log: Log;
  clock: () => Date;
  requestId: string;
  /** The `Idempotency-Key` of the request, if any. */
  idempotency?: IdempotencyMark | undefined;
  /** The audit entries that the request has written and that can be undone (rule UNDO-2). */
  undoable?: { id: string; action: string }[] | undefined;
  /** The audit entry that the request undoes: the entry of the change refers to it (rule UNDO-3). */
  undoing?: { id: string; at: string } | undefined;
}

/** Identifies a request under an `Idempotency-Key`, for verbs whose effect must not happen twice. */
export interface IdempotencyMark {
  userId: string;
  /** Hash of the key. */
  digest: string;
  /** When it expires, in epoch seconds. */
  forgetAt: number;
  /** An earlier request under the key ended without an answer: it may have been carried out. */
  repeated: boolean;
}

/** The caller. An API token may be narrower than its user. */
export interface Actor {
  user: Stored<UserRecord>;
  /** Undefined for a login. */
  apiToken:
    | {
        tokenId: string;
        projectId: string | undefined;
        role: ProjectRole | undefined;
        lastSeenAt?: string | undefined;
      }
    | undefined;
  /** Of a login, unless an earlier version issued its token. */
  session?: SessionRecord | undefined;
}

export interface UserContext extends Context {
  actor: Actor;
}

/** A context with a caller who may act in a project. */
export interface ProjectContext extends UserContext {
  projectId: string;
  role: ProjectRole;
  /** The project's own freshness of values, if it has set one. */
  freshnessHours?: FreshnessHours | undefined;
  /** Its write gate; off where absent. */
  gate?: GateMode | undefined;
  /** Limits of values that the project's owner has set. */
  limits?: OwnLimits | undefined;
  /** What the lock of a run covers; the project where absent. */
  lockScope?: 'chip' | undefined;
}

/** The context of a verb that only reads a project, for any caller. */
export type ProjectReads = Context & Pick<ProjectContext, 'projectId'>;

/** The instant of the context's clock, as it is stored and sent. */
export const nowOf = (ctx: Pick<Context, 'clock'>): string => ctx.clock().toISOString();

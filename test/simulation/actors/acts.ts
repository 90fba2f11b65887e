import type { LockScope } from '#shared/runs/rules/lock.ts';
import type { Random } from '../world/random.ts';
import type { Service } from '../world/service.ts';
import type { Background } from './background.ts';
import type { Told } from './told.ts';
import type { Heard, User } from './user.ts';

/** What an act has to do with. */
export interface Scene {
  service: Service;
  random: Random;
  /** An API token for workers. */
  token: string;
  told: Told;
  /** What was heard of each edit of a note, by its content. */
  notes: Map<string, Heard<unknown>['kind']>;
  /** The imports that were answered as done, with the chip that was there then. */
  imports: Imported[];
  /** What workers were told is kept of their files, by path. */
  files: Map<string, string>;
  background: Background;
  /** What a lock of the project covers at the beginning. */
  lockScope: LockScope;
}

/** A device that was imported: when it was measured, and into which chip. */
export interface Imported {
  chipId: string;
  chipCreatedAt: string;
  at: string;
}

/** Something that a user does, once. */
export interface Act {
  name: string;
  do: (user: User, scene: Scene) => Promise<Heard<unknown>>;
}

/** Few chips, so that everybody is after the same ones. */
export const chipIds = ['chip-a', 'chip-b'] as const;

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
  background: Background;
}

/** Something that a user does, once. */
export interface Act {
  name: string;
  do: (user: User, scene: Scene) => Promise<Heard<unknown>>;
}

/** Few chips, so that everybody is after the same ones. */
export const chipIds = ['chip-a', 'chip-b'] as const;

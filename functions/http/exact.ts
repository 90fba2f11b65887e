import type { Operation, ResponseOf } from '#shared/api/define.ts';
import type { Elsewhere, Reply, Unchanged } from './response.ts';

/** Keys of every member of a union. */
type KeyOf<T> = T extends unknown ? keyof T : never;
/** What the members of a union that have a key hold under it. */
type At<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;
type ElementOf<T> = T extends readonly (infer Element)[] ? Element : never;
type Leaf = string | number | boolean | null | undefined;
/** How many levels are left to look at below one; answers are not nested deeper than the first. */
type Below = { 8: 7; 7: 6; 6: 5; 5: 4; 4: 3; 3: 2; 2: 1; 1: 0; 0: never };

/** Names of the fields of `Value`, at any level, that `Wanted` lacks; `never` if there are none. */
export type ExtraFields<Value, Wanted, Level extends keyof Below = 8> = [Level] extends [never]
  ? never
  : unknown extends Wanted
    ? never
    : Value extends Leaf
      ? never
      : Value extends readonly (infer Element)[]
        ? ExtraFields<Element, ElementOf<Wanted>, Below[Level]>
        : ExtraOfObject<Value, NonNullable<Wanted>, Level>;

type ExtraOfObject<Value, Wanted, Level extends keyof Below> =
  string extends KeyOf<Wanted>
    ? ExtraFields<Value[keyof Value], At<Wanted, string>, Below[Level]>
    :
        | Exclude<keyof Value, KeyOf<Wanted>>
        | { [Key in keyof Value]-?: ExtraFields<Value[Key], At<Wanted, Key>, Below[Level]> }[keyof Value];

type BodyOf<Answer> = Answer extends Reply<infer Body> ? Body : Answer extends Unchanged | Elsewhere ? never : Answer;

/**
 * Holds every answer that has no field beyond its operation's schema: nothing strips an answer (rule API-7), and the
 * compiler by itself accepts more fields wherever an object was not written in place.
 */
export type Exact<Op extends Operation, Answer> = [ExtraFields<BodyOf<Answer>, ResponseOf<Op>>] extends [never]
  ? unknown
  : { fieldsThatTheSchemaLacks: ExtraFields<BodyOf<Answer>, ResponseOf<Op>> };

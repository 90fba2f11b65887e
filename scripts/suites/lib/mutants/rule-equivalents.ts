/** A change to a rule: the text of a file that is changed, and what stands in its place. */
export interface RuleChange {
  path: string;
  original: string;
  replacement: string;
}

type Listed = readonly [path: string, original: string, replacement: string];

/** Changes to rules after which every answer is the same, and why. */
const reasons: Readonly<Record<string, readonly Listed[]>> = {
  'a comparison with undefined does not hold either': [
    ['schedules/cron.ts', 'instant !== undefined', 'true'],
    ['schedules/cron.ts', 'instant !== undefined && instant >= first', 'instant !== undefined || instant >= first'],
  ],
  'what is made of no number is in no range': [['schedules/cron.ts', '[]', '["Stryker was here"]']],
  'the message of the library begins with it, or does not have it': [
    ['schedules/cron.ts', '/^CronPattern: /', '/CronPattern: /'],
  ],
  'an expression that is accepted fires again': [['schedules/cron.ts', '!wall', 'false']],
  'the next wall time is after that of the instant, and one that the clock shows twice fires the first time': [
    ['schedules/cron.ts', 'instant > start', 'instant >= start'],
  ],
  'what is looked at lies an hour before the first instant': [
    ['schedules/cron.ts', 'wall.getTime() < floor', 'wall.getTime() <= floor'],
  ],
  'every metric that stands for a quantity has a goal in the catalogue': [
    [
      'health/quantities.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
      "throw new Error(`'${key}' has no goal and cannot stand for ${quantity}`);",
      ';',
    ],
    ['health/quantities.ts', "threshold === null || mode === 'none'", 'false'],
    ['health/quantities.ts', "threshold === null || mode === 'none'", "threshold === null && mode === 'none'"],
    ['health/quantities.ts', 'threshold === null', 'false'],
    ['health/quantities.ts', "mode === 'none'", 'false'],
  ],
  'no qubit is coupled to itself': [
    ['topology/layout-type.ts', 'compareQids(a, b) < 0', 'compareQids(a, b) <= 0'],
    ['topology/lattice.ts', 'compareQids(qid, neighbour) < 0', 'compareQids(qid, neighbour) <= 0'],
  ],
  'couplings are between qubits of the chip': [['topology/direction.ts', 'position !== undefined', 'true']],
  'a neighbour on one side has its own on the other': [
    ['topology/lattice.ts', 'col + 1', 'col - 1'],
    ['topology/lattice.ts', 'row + 1', 'row - 1'],
  ],
  'a sum and a difference are even together': [
    ['topology/direction.ts', 'position.row + position.col', 'position.row - position.col'],
  ],
  'an id is compared with the one that is made of its parts': [
    ['provenance/entity-id.ts', 'part !== undefined', 'true'],
    ['provenance/entity-id.ts', 'parts.length === 3', 'true'],
    ['provenance/entity-id.ts', "kind !== 'value' || parts.length !== 6 || !instant.test(at)", 'false'],
    ['provenance/entity-id.ts', "kind !== 'value' || parts.length !== 6", 'false'],
    ['provenance/entity-id.ts', "kind !== 'value' || parts.length !== 6", "kind !== 'value' && parts.length !== 6"],
    ['provenance/entity-id.ts', "kind !== 'value'", 'false'],
    ['provenance/entity-id.ts', 'parts.length !== 6', 'false'],
  ],
  'what cannot be read has no unit, and is not equal': [
    ['provenance/inputs.ts', "'problem' in one || 'problem' in other", 'false'],
    ['provenance/inputs.ts', "'problem' in one || 'problem' in other", "'problem' in one && 'problem' in other"],
  ],
  'the name of an input has no line breaks, and without a role the rest of it is not looked at': [
    ['provenance/inputs.ts', '/^(control|target)_(.+)$/', '/^(control|target)_(.+)/'],
    ['provenance/inputs.ts', '[]', '["Stryker was here"]'],
  ],
  'no two versions and no two tasks have the same name': [
    ['provenance/graph.ts', 'a < b', 'a <= b'],
    ['provenance/recommend.ts', 'a.name < b.name', 'a.name <= b.name'],
  ],
  'what is not said is not so': [['topology/heavy-hex.ts', '{ cutCorners: false }', '{}']],
};

const keyOf = ({ path, original, replacement }: RuleChange): string => JSON.stringify([path, original, replacement]);

/** All changes that are said to make no difference, with the reason. */
export const ruleEquivalents: readonly (RuleChange & { reason: string })[] = Object.entries(reasons).flatMap(
  ([reason, list]) =>
    list.map(([path, original, replacement]) => ({ path: `shared/domain/${path}`, original, replacement, reason })),
);

const known = new Set(ruleEquivalents.map(keyOf));

/** Whether nothing can go wrong after a change. */
export const isRuleEquivalent = (change: RuleChange): boolean => known.has(keyOf(change));

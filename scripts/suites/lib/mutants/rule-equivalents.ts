/** A change to a rule: the original text of a file and its replacement. */
export interface RuleChange {
  path: string;
  original: string;
  replacement: string;
}

type Listed = readonly [path: string, original: string, replacement: string];

/** Changes to rules that alter no result, and why. */
const reasons: Readonly<Record<string, readonly Listed[]>> = {
  'a comparison with undefined is false too': [
    ['shared/schedules/rules/cron.ts', 'instant !== undefined', 'true'],
    [
      'shared/schedules/rules/cron.ts',
      'instant !== undefined && instant >= first',
      'instant !== undefined || instant >= first',
    ],
  ],
  'an invalid number is outside every range': [['shared/schedules/rules/cron.ts', '[]', '["Stryker was here"]']],
  'the message of the library starts with it or lacks it': [
    ['shared/schedules/rules/cron.ts', '/^CronPattern: /', '/CronPattern: /'],
  ],
  'an accepted expression always fires again': [['shared/schedules/rules/cron.ts', '!wall', 'false']],
  'the next wall time is after the current one, and a repeated one fires the first time': [
    ['shared/schedules/rules/cron.ts', 'instant > start', 'instant >= start'],
  ],
  'the search starts an hour before the first instant': [
    ['shared/schedules/rules/cron.ts', 'wall.getTime() < floor', 'wall.getTime() <= floor'],
  ],
  'every metric of a quantity has a goal in the catalogue': [
    [
      'shared/statistics/rules/health/quantities.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
      "throw new Error(`'${key}' has no goal and cannot stand for ${quantity}`);",
      ';',
    ],
    ['shared/statistics/rules/health/quantities.ts', "threshold === null || mode === 'none'", 'false'],
    [
      'shared/statistics/rules/health/quantities.ts',
      "threshold === null || mode === 'none'",
      "threshold === null && mode === 'none'",
    ],
    ['shared/statistics/rules/health/quantities.ts', 'threshold === null', 'false'],
    ['shared/statistics/rules/health/quantities.ts', "mode === 'none'", 'false'],
  ],
  'no qubit is coupled to itself': [
    ['shared/chips/rules/topology/layout-type.ts', 'compareQids(a, b) < 0', 'compareQids(a, b) <= 0'],
    ['shared/chips/rules/topology/lattice.ts', 'compareQids(qid, neighbour) < 0', 'compareQids(qid, neighbour) <= 0'],
  ],
  'couplings are between qubits of the chip': [
    ['shared/chips/rules/topology/direction.ts', 'position !== undefined', 'true'],
  ],
  'neighbours are symmetric': [
    ['shared/chips/rules/topology/lattice.ts', 'col + 1', 'col - 1'],
    ['shared/chips/rules/topology/lattice.ts', 'row + 1', 'row - 1'],
  ],
  'a sum is even exactly if the difference is': [
    ['shared/chips/rules/topology/direction.ts', 'position.row + position.col', 'position.row - position.col'],
  ],
  'an id is compared with the one built from its parts': [
    ['shared/results/rules/provenance/entity-id.ts', 'part !== undefined', 'true'],
  ],
  'an unreadable value has no unit and is not equal': [
    ['shared/results/rules/provenance/inputs.ts', "'problem' in one || 'problem' in other", 'false'],
    [
      'shared/results/rules/provenance/inputs.ts',
      "'problem' in one || 'problem' in other",
      "'problem' in one && 'problem' in other",
    ],
  ],
  'the name of an input has no line breaks, and without a role the rest is ignored': [
    ['shared/results/rules/provenance/inputs.ts', '/^(control|target)_(.+)$/', '/^(control|target)_(.+)/'],
    ['shared/results/rules/provenance/inputs.ts', '[]', '["Stryker was here"]'],
  ],
  'no two versions and no two tasks have the same name': [
    ['shared/results/rules/provenance/graph.ts', 'a < b', 'a <= b'],
    ['compat/qdash/rules/recommended-tasks.ts', 'a.name < b.name', 'a.name <= b.name'],
  ],
  'the default is false': [['shared/chips/rules/topology/heavy-hex.ts', '{ cutCorners: false }', '{}']],
};

const keyOf = ({ path, original, replacement }: RuleChange): string => JSON.stringify([path, original, replacement]);

/** All changes that are listed as equivalent, with the reason. */
export const ruleEquivalents: readonly (RuleChange & { reason: string })[] = Object.entries(reasons).flatMap(
  ([reason, list]) => list.map(([path, original, replacement]) => ({ path, original, replacement, reason })),
);

const known = new Set(ruleEquivalents.map(keyOf));

/** Whether a change has no effect. */
export const isRuleEquivalent = (change: RuleChange): boolean => known.has(keyOf(change));

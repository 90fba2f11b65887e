import { compareQids } from '#shared/chips/rules/coupling-id.ts';
import { folded } from '#shared/kernel/rules/folded.ts';
import { qubitsOf, qubitText } from '../../../runs/lib/qubit-list.ts';
import { type Command, goCommand, type PaletteContext, readTarget, targetName } from './context.ts';
import type { PalettePage } from './pages.ts';

/** Most commands of one kind: a list that is read at a glance. */
const mostOfAKind = 6;

/**
 * The commands for a typed text, the most exact first: a target and a metric of it, a run, a comparison, a measurement,
 * else anything with such a name. For an empty text: the pages.
 */
export function commandsFor(text: string, context: PaletteContext): Command[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const [head = '', ...rest] = words.map(folded);
  if (words.length === 0) return pages('', context);
  const found = targets(words, context);
  const commands = [
    ...found,
    // A number after "run" is that of a run before it is a qubit.
    ...runs(head === 'run' ? rest : words, context),
    ...(isStartOf(head, 'measure') || head === 'run' ? measurement(rest, context) : []),
    // A pair that is not a coupling is a range of qubits.
    ...(/^q?\d+-q?\d+$/.test(head) && found.length === 0 ? measurement(words, context) : []),
    ...(isStartOf(head, 'compare') ? comparisons(rest, context) : []),
    ...(isStartOf(head, 'wall') || isStartOf(head, 'figures') ? figures(rest.join(' '), context) : []),
    ...pages(text, context),
    ...metrics(text, context),
    ...chips(text, context),
    ...flows(text, context),
    ...people(text, context),
  ];
  const seen = new Set<string>();
  return commands.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** A word that is begun, three letters at least: `com` for compare. */
const isStartOf = (typed: string, word: string): boolean => typed.length >= 3 && word.startsWith(typed);

/** `q45`, `q45 t1`, `0-7 cz`: the page of a target, with the history of the metric. */
function targets(words: readonly string[], context: PaletteContext): Command[] {
  const { chipId } = context;
  const target = readTarget(words[0] ?? '', context.targets);
  if (chipId === undefined || target === undefined) return [];
  const to = target.kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  const go = { to, params: { chipId, target: target.id } };
  const name = targetName(target);
  if (words.length === 1) return [goCommand('Targets', `${name} of ${chipId}`, go)];
  return metricsNamed(words.slice(1).join(' '), context.metrics[target.kind]).map(({ key, title }) =>
    goCommand('Targets', `${title} of ${name} on ${chipId}`, { ...go, search: { metric: key } }),
  );
}

/** Metrics by a part of their key or title, those that begin with it first. */
function metricsNamed(text: string, metrics: PaletteContext['metrics']['qubit']) {
  const wanted = plain(text);
  const at = ({ key, title }: { key: string; title: string }) => {
    const places = [plain(key).indexOf(wanted), plain(title).indexOf(wanted)].filter((place) => place >= 0);
    return places.length === 0 ? undefined : Math.min(...places);
  };
  return metrics
    .flatMap((metric) => {
      const place = at(metric);
      return place === undefined ? [] : [{ metric, place }];
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, mostOfAKind)
    .map(({ metric }) => metric);
}

const plain = (text: string): string => folded(text).replaceAll(/[\s_-]/g, '');

/**
 * `measure q3 q7`, `run 0-7`: the start of a run with these qubits; for a coupling both of its qubits, for any other
 * pair the range between them.
 */
function measurement(words: readonly string[], context: PaletteContext): Command[] {
  const { chipId, mayWrite } = context;
  const read = words.map((word) => qubitsNamed(word, context.targets));
  if (!mayWrite || chipId === undefined || read.length === 0 || read.some((own) => own.length === 0)) return [];
  const qubits = [...new Set(read.flat())].sort(compareQids);
  const named =
    qubits.length > mostOfAKind
      ? `${qubits.length} qubits (${qubitText(qubits)})`
      : qubits.map((id) => `Q${id}`).join(', ');
  return [
    {
      key: `measure ${chipId} ${qubits.join(' ')}`,
      group: 'Actions',
      label: `Measure ${named} on ${chipId}…`,
      action: { measure: { chipId, qubits } },
    },
  ];
}

/** The qubits of a target; for a pair that is not a coupling, the range between them if the chip has all of it. */
function qubitsNamed(word: string, targets: PaletteContext['targets']): string[] {
  const target = readTarget(word, targets);
  if (target) return target.id.split('-');
  const range = qubitsOf(word);
  return targets && range.every((id) => targets.qubits.has(id)) ? range : [];
}

/** `compare`, `compare yesterday`, `compare week`, `compare 001`: the chip now and then. */
function comparisons(rest: readonly string[], context: PaletteContext): Command[] {
  const { chipId } = context;
  if (chipId === undefined) return [];
  const [wanted = ''] = rest[0] === 'run' ? rest.slice(1) : rest;
  const since = (name: string, before: string) =>
    goCommand('Actions', `Compare ${chipId} with ${name}`, {
      to: '/chips/$chipId/differences',
      params: { chipId },
      search: { before },
    });
  const days = [
    { word: 'yesterday', day: context.yesterday },
    { word: 'week', day: context.weekAgo, name: 'a week ago' },
  ];
  return [
    ...days
      .filter(({ word }) => word.startsWith(wanted))
      .map(({ word, day, name }) => since(name ?? word, `at:${day}`)),
    ...(wanted === '' ? [] : runsNamed(wanted, context).map(({ id }) => since(`run ${id}`, `run:${id}`))),
  ];
}

/** `wall CheckT1`, `figures t1`: the figures of a task over the chip. */
const figures = (text: string, { chipId, tasks }: PaletteContext): Command[] =>
  chipId === undefined || text === ''
    ? []
    : tasks
        .filter((task) => plain(task).includes(plain(text)))
        .slice(0, mostOfAKind)
        .map((task) =>
          goCommand('Actions', `Figures of ${task} on ${chipId}`, {
            to: '/chips/$chipId/wall',
            params: { chipId },
            search: { task },
          }),
        );

/** `run 001`, `20261122-001`: runs by a part of their id, the newest first. */
function runs(words: readonly string[], context: PaletteContext): Command[] {
  const [wanted = '', ...others] = words;
  if (others.length > 0 || !/^\d[\d-]*$/.test(wanted)) return [];
  return runsNamed(wanted, context).map(({ id, what }) =>
    goCommand('Runs', `Run ${id}${what && `, ${what}`}`, {
      to: '/execution/$executionId',
      params: { executionId: id },
    }),
  );
}

/** A short number is the end of an id, as people say it; a run that is not among the newest is named in full. */
function runsNamed(wanted: string, { runs: newest }: PaletteContext): { id: string; what: string }[] {
  const found = newest.filter(({ id }) => (/^\d{1,3}$/.test(wanted) ? id.endsWith(wanted) : id.includes(wanted)));
  if (found.length === 0 && /^\d{8}-\d{3,}$/.test(wanted)) return [{ id: wanted, what: '' }];
  return found.slice(0, mostOfAKind);
}

const hasName = (name: string, text: string): boolean => folded(name).includes(folded(text.trim()));

/** Pages by their names, then those that other words of theirs begin with. */
function pages(text: string, { pages: all }: PaletteContext): Command[] {
  const named = all.filter(({ label }) => hasName(label, text));
  const typed = folded(text.trim());
  const hasWord = ({ words = '' }: PalettePage) => typed.length >= 3 && ` ${folded(words)}`.includes(` ${typed}`);
  const byWord = all.filter((page) => !named.includes(page) && hasWord(page));
  return [...named, ...byWord].map(({ label, to, params, search }) =>
    goCommand('Pages', label, { to, ...(params && { params }), ...(search && { search }) }),
  );
}

/** A metric by its name: the map of the chip. */
function metrics(text: string, { chipId, metrics: all }: PaletteContext): Command[] {
  if (chipId === undefined || plain(text) === '') return [];
  return (['qubit', 'coupling'] as const).flatMap((kind) =>
    metricsNamed(text, all[kind]).map(({ key, title }) =>
      goCommand('Metrics', `${title} on ${chipId}`, {
        to: '/dashboard',
        search: { chip: chipId, [kind]: key, layer: kind },
      }),
    ),
  );
}

const chips = (text: string, { chips: all }: PaletteContext): Command[] =>
  all
    .filter((chipId) => hasName(chipId, text))
    .slice(0, mostOfAKind)
    .map((chipId) => goCommand('Chips', chipId, { to: '/chips/$chipId', params: { chipId } }));

const flows = (text: string, { flows: all }: PaletteContext): Command[] =>
  all
    .filter((name) => hasName(name, text))
    .slice(0, mostOfAKind)
    .map((flowName) => goCommand('Flows', flowName, { to: '/flows/$flowName', params: { flowName } }));

/** Members by their usernames and names: what they wrote. */
const people = (text: string, { people: all }: PaletteContext): Command[] =>
  all
    .filter(({ username, name }) => hasName(username, text) || hasName(name, text))
    .slice(0, mostOfAKind)
    .map(({ username, name }) =>
      goCommand('People', `Notes by ${name === '' ? username : `${name} (${username})`}`, {
        to: '/notes',
        search: { actor: username },
      }),
    );

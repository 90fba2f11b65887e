import type { Client } from '#shared/api/client.ts';
import { openConnection } from '../connection.ts';
import { explain } from '../failure.ts';
import { formatTable } from '../terminal.ts';

type Differences = Awaited<ReturnType<Client['getChipDifferences']>>;
type Difference = Differences['differences'][number];

/** Lists the changes on a chip, the most significant first; the counts go to standard error. */
export async function changes(
  request: { chipId: string; since: string; until: string | undefined; json: boolean },
  env: Record<string, string | undefined>,
): Promise<void> {
  const { url, client } = await openConnection(env);
  const sides = { ...sideOf('before', request.since), ...(request.until && sideOf('after', request.until)) };
  const found = await client
    .getChipDifferences({ params: { chip_id: request.chipId }, query: { ...sides, limit: 2500 } })
    .catch((error: unknown) => {
      throw explain(error, url);
    });
  if (request.json) return console.log(JSON.stringify(found, null, 2));
  const rows = found.differences.filter(({ score }) => score !== null && score.verdict !== 'within_fluctuation');
  if (rows.length > 0) console.log(formatTable([heading, ...rows.map(rowOf)]));
  console.error(describe(found));
}

const heading = ['TARGET', 'METRIC', 'BEFORE', 'AFTER', 'CHANGE', 'SIGMA', 'WHICH IS', 'ESTABLISHED'];

const kinds: Record<string, string> = { run: 'execution_id', cooldown: 'cooldown_id', day: 'date' };

/** Parses `run:20261122-001`, `cooldown:CD-1` or `day:20261122`; anything else is an instant. */
function sideOf(which: 'before' | 'after', text: string): Record<string, string> {
  const [, kind = '', value = ''] = /^(run|cooldown|day):(.+)$/.exec(text) ?? [];
  return kinds[kind] ? { [`${kinds[kind]}_${which}`]: value } : { [`as_of_${which}`]: text };
}

const rowOf = (one: Difference): string[] => [
  one.target_id,
  one.metric,
  sideCell(one.before),
  sideCell(one.after),
  one.relative_change === null ? number(one.change) : `${(one.relative_change * 100).toFixed(1)} %`,
  one.score?.z.toFixed(1) ?? '-',
  one.direction ?? '-',
  one.score?.established ? 'yes' : 'no',
];

const sideCell = (side: Difference['before']): string =>
  side === null ? '-' : `${number(side.value)} ${side.unit}`.trim();

const number = (value: number | null): string => (value === null ? '-' : String(Number(value.toPrecision(5))));

function describe({ totals }: Differences): string {
  const { compared, scored, notable, expected_by_chance: chance, established, appeared, vanished } = totals;
  return [
    `${notable} of ${scored} scored changes beyond 3 sigma, ${Math.round(chance)} by chance, ${established} established.`,
    `${compared} on both sides, ${appeared} only after, ${vanished} only before.`,
  ].join('\n');
}

import { inspect } from 'node:util';
import { play } from './history.ts';
import type { Played } from './play-seeds.ts';
import { playSideBySide } from './side-by-side.ts';

/*
 * `npm run simulate -- 10000 [first seed]` plays that many histories; `npm run simulate -- --seed 83` plays one, and prints
 * what happened in it.
 */

const [first = '1000', second = '1'] = process.argv.slice(2);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function playOne(seed: number): Promise<number> {
  const outcome = await play(seed);
  print(outcome.trace.join('\n'));
  if (outcome.violation === undefined) return 0;
  print(inspect(outcome.violation));
  return 1;
}

async function playMany(count: number, from: number): Promise<number> {
  const begun = performance.now();
  const failed: Played['failed'] = [];
  let calls = 0;
  await playSideBySide({ from, count }, (played) => {
    calls += played.calls;
    failed.push(...played.failed);
    for (const { seed, scene, reason } of played.failed) print(`seed ${seed} (${scene}): ${reason}`);
  });
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage();
  print(
    `${count} histories, ${calls} calls of the table in ${seconds.toFixed(1)} s (${Math.round(calls / seconds)} a second; processor ${((user + system) / 1e6).toFixed(1)} s)`,
  );
  for (const { seed } of failed.toSorted((a, b) => a.seed - b.seed)) print(`npm run simulate -- --seed ${seed}`);
  print(`${count - failed.length} passed, ${failed.length} failed`);
  return failed.length;
}

const failed = first === '--seed' ? await playOne(Number(second)) : await playMany(Number(first), Number(second));
process.exitCode = failed > 0 ? 1 : 0;

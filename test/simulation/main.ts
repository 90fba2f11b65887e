import { inspect } from 'node:util';
import { type Outcome, play } from './history.ts';

/*
 * `npm run simulate -- 10000 [first seed]` plays that many histories; `npm run simulate -- --seed 83` plays one, and prints
 * what happened in it.
 */

const [first = '1000', second = '1'] = process.argv.slice(2);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const reasonOf = ({ violation }: Outcome): string =>
  violation instanceof Error ? violation.message : String(violation);

async function playOne(seed: number): Promise<number> {
  const outcome = await play(seed);
  print(outcome.trace.join('\n'));
  if (outcome.violation === undefined) return 0;
  print(inspect(outcome.violation));
  return 1;
}

async function playMany(count: number, from: number): Promise<number> {
  const begun = performance.now();
  const failed: Outcome[] = [];
  let calls = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await play(seed);
    calls += outcome.calls;
    if (outcome.violation === undefined) continue;
    failed.push(outcome);
    print(`seed ${seed} (${outcome.scene}): ${reasonOf(outcome)}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage();
  print(
    `${count} histories, ${calls} calls of the table in ${seconds.toFixed(1)} s (${Math.round(calls / seconds)} a second; processor ${((user + system) / 1e6).toFixed(1)} s)`,
  );
  for (const { seed } of failed) print(`npm run simulate -- --seed ${seed}`);
  print(`${count - failed.length} passed, ${failed.length} failed`);
  return failed.length;
}

const failed = first === '--seed' ? await playOne(Number(second)) : await playMany(Number(first), Number(second));
process.exitCode = failed > 0 ? 1 : 0;

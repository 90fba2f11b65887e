import { tellMany } from './tell-many.ts';

/*
 * `npm run told -- 10000 50 [seed]`: that many events to that many people and three webhooks, with deliveries that are repeated,
 * reordered and fail. Exits with 1 unless each event is once in each inbox and each webhook has it.
 */

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const [events = 10_000, subscribers = 50, seed = 1] = process.argv.slice(2).map(Number);
const webhooks = 3;
const begun = performance.now();
const told = await tellMany({ events, subscribers, webhooks, seed });
print(JSON.stringify(told, null, 2));
print(`${((performance.now() - begun) / 1000).toFixed(0)} s`);
const isRight = told.wholeInboxes === subscribers && told.wholeWebhooks === webhooks && told.strangeRequests === 0;
print(isRight ? 'Each event is once in each inbox, and each webhook has it' : 'Something is missing, or there twice');
if (!isRight) process.exitCode = 1;

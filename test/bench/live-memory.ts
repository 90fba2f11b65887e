import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';

/*
 * Loaded into the measured service before its own code (`--import`), in its thread of runs too: collects garbage from
 * time to time and appends what lives on, a line of JSON each, to the file LIVE_MEMORY_FILE.
 */

const { LIVE_MEMORY_FILE: file, LIVE_MEMORY_SECONDS: seconds } = process.env;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

if (file) {
  const measure = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(file, `${JSON.stringify({ thread: threadId, megabytes: (heapUsed + external) / 2 ** 20 })}\n`);
  };
  setInterval(measure, Number(seconds) * 1000).unref();
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleFunctions, functionEntries } from '#scripts/build/bundle.ts';
import { median } from '#shared/values/rules/statistics.ts';

const run = promisify(execFile);
const runs = 15;
const bareName = 'bare';

/** One function's code: how large it is, and how long a process takes to import it. */
export interface ColdStart {
  name: string;
  bytes: number;
  importMilliseconds: number;
}

/** Bundles every function, and imports each in fresh processes; the bare handler comes first. */
export async function measureColdStarts(): Promise<ColdStart[]> {
  const directory = await mkdtemp(join(tmpdir(), 'fiducial-bench-'));
  try {
    const bare = fileURLToPath(import.meta.resolve('./bare-handler.ts'));
    const sizes = await bundleFunctions({ ...(await functionEntries()), [bareName]: bare }, directory);
    const times = new Map<string, number[]>(sizes.map(({ name }) => [name, []]));
    // In turns, so that a busy moment of the machine does not fall on one function alone.
    for (let turn = 0; turn < runs; turn += 1) {
      for (const [name, list] of times) list.push(await importMilliseconds(join(directory, name, 'index.mjs')));
    }
    return sizes
      .map(({ name, bytes }) => ({ name, bytes, importMilliseconds: median(times.get(name) ?? []) ?? 0 }))
      .sort((a, b) => Number(b.name === bareName) - Number(a.name === bareName) || b.bytes - a.bytes);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function importMilliseconds(file: string): Promise<number> {
  const script = `const since = performance.now(); await import(${JSON.stringify(file)}); process.stdout.write(String(performance.now() - since)); process.exit();`;
  const env = { PATH: process.env.PATH, TABLE_NAME: 'none', AWS_REGION: 'eu-central-1' };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  return Number(stdout);
}

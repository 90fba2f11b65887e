import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findPythons, virtualEnvironment } from '#scripts/suites/lib/python.mjs';
import { startService } from '#test/e2e/support/started-service.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

/*
 * `npm run bench:python -- [cancels] [frames] [rates] [--seconds 600]`: how soon a cancelled run stops driving, how long a
 * notebook waits for its frames, and how many results a second a worker of the Python package reports to the one-machine
 * service, with the memory of both. `npm run test:python -- --disturbed` kills workers, pauses them and cuts the network.
 */

const supported = ['3.10', '3.11', '3.12', '3.13'];

async function main(): Promise<number> {
  const found = findPythons(supported).at(-1);
  if (!found) {
    console.log(`No Python ${supported.join(', ')} is found.`);
    return 1;
  }
  const requirements = join(projectRoot, 'python/tests/requirements.txt');
  const { python, reason } = virtualEnvironment({ root: projectRoot, name: 'python', requirements, supported, found });
  if (!python) {
    console.log(reason);
    return 1;
  }
  const service = await startService();
  try {
    const described = {
      base_url: `${service.url}/api`,
      username: 'admin',
      password: service.password,
      pid: service.pid,
    };
    const program = spawn(python, [join(projectRoot, 'python/bench/figures.py'), ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: {
        ...process.env,
        FIDUCIAL_CLIENT_TEST: JSON.stringify(described),
        NO_PROXY: '127.0.0.1',
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONPATH: join(projectRoot, 'python/src'),
        PYTHONUNBUFFERED: '1',
      },
    });
    const [code] = (await once(program, 'close')) as [number | null];
    return code ?? 1;
  } finally {
    await service.stop();
  }
}

process.exitCode = await main();

/**
 * `npm run smoke -- URL`: checks that a deployment works by using it like a person
 * (docs/operations.md#after-a-deployment). It signs in as SERVICE_ADMIN_USERNAME with SERVICE_ADMIN_PASSWORD. The exit
 * code is 0 if everything works, 1 if a step failed, and 2 for a wrong call.
 */
import { SmokeFailure, smoke } from './lib/smoke.ts';

const usage = 'Name the address: SERVICE_ADMIN_PASSWORD=... npm run smoke -- https://fiducial.example.org';

/** A deployment answers under `/api`, AWS's own gateway at its root (rule API-8). */
function baseUrlOf(text: string | undefined): string | undefined {
  if (!text || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = text.replace(/\/+$/, '').replace(/\/api$/, '');
  return /[./]execute-api[./]/.test(url) ? url : `${url}/api`;
}

async function main([address, ...others]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const baseUrl = baseUrlOf(address);
  const password = env.SERVICE_ADMIN_PASSWORD;
  if (!baseUrl || others.length > 0 || !password) {
    console.error(password ? usage : `SERVICE_ADMIN_PASSWORD is not set. ${usage}`);
    return 2;
  }
  try {
    await smoke({ baseUrl, username: env.SERVICE_ADMIN_USERNAME || 'admin', password, log: console.log });
    console.log('Everything works, and what was made is removed.');
    return 0;
  } catch (error) {
    if (!(error instanceof SmokeFailure)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2), process.env);

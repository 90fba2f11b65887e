import { once } from 'node:events';
import { startService } from '#test/e2e/support/started-service.ts';

/*
 * The service of `npm start -- --demo` for a notebook: prints one line of JSON that says where it is, with a token, and ends
 * when its standard input does.
 */

const service = await startService(undefined, ['--demo']);
const { token } = await service.api.createApiToken({ body: { name: 'notebook' } });
process.stdout.write(`${JSON.stringify({ base_url: `${service.url}/api`, api_token: token })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await service.stop();

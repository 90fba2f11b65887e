import { once } from 'node:events';
import { startService } from '#test/e2e/support/started-service.ts';

/*
 * The service of `npm start`, as a process of its own: prints one line of JSON that says where it is, with a token, and ends when
 * its standard input does. Its arguments are those of `npm start`.
 */

const service = await startService(undefined, process.argv.slice(2));
const { token } = await service.api.createApiToken({ body: { name: 'notebook' } });
process.stdout.write(
  `${JSON.stringify({
    base_url: `${service.url}/api`,
    ...{ username: 'admin', password: service.password, pid: service.pid, api_token: token },
  })}\n`,
);
process.stdin.resume();
await once(process.stdin, 'end');
await service.stop();

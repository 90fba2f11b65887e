import { once } from 'node:events';
import { createClient } from '#shared/api/client.ts';
import { gate, oldDevice } from '#test/support/devices/ibm-device.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { served } from './compatibility.ts';

/*
 * A local stack with something to read, for the tests of published clients: prints one line of JSON that says where
 * it is and what is in it, and ends when its standard input does.
 */

const stack = await startTestStack();
const address = { baseUrl: `${stack.url}/api` };
const { access_token: token, default_project_id } = await createClient(address).login({ body: stack.admin });
const admin = createClient({ ...address, token: () => token });

const device = oldDevice();
device.props.gates = [...device.props.gates.slice(0, -1), gate('cx', [3, 4], 1, 300)];
await admin.importChip({ body: { format: 'ibm', chip_id: 'ourense', documents: device } });
const other = await admin.createProject({ body: { name: 'other' } });
await admin.createChip({
  body: { chip_id: 'linear', size: 8, topology_id: 'linear-8' },
  headers: { 'x-project-id': other.project_id },
});
const apiToken = await admin.createApiToken({ body: { name: 'client' } });

process.stdout.write(
  `${JSON.stringify({
    base_url: address.baseUrl,
    ...stack.admin,
    api_token: apiToken.token,
    project_id: default_project_id,
    other_project_id: other.project_id,
    methods: served('python').map(({ name, call, operationId }) => ({
      ...{ name, method: call?.method ?? null, path: call?.path ?? null },
      left_out: call !== undefined && operationId === undefined,
    })),
  })}\n`,
);
process.stdin.resume();
await once(process.stdin, 'end');
await stack.stop();

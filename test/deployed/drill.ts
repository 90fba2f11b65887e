/*
 * `npm run deploy:local -- node test/deployed/drill.ts`: makes data at the deployed address, then tries its restoration with
 * `npm run drill` into a second environment of the emulator.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { countKinds } from '#scripts/operations/lib/table-counts.ts';
import { createClient } from '#shared/api/client.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';

const { FIDUCIAL_URL: baseUrl = '', SECRET_ID = '', TABLE_NAME: tableName = '' } = process.env;
const password = await secretsManagerSource(SECRET_ID).adminPassword();

/** A chip with values and notes, in a project of its own. */
async function makeData(): Promise<void> {
  const { access_token } = await createClient({ baseUrl }).login({ body: { username: 'admin', password } });
  const token = () => access_token;
  const { project_id } = await createClient({ baseUrl, token }).createProject({ body: { name: 'Before the drill' } });
  const api = createClient({ baseUrl, token, projectId: () => project_id });
  await api.createChip({ body: { chip_id: 'kept', size: 16 } });
  for (const qid of ['0', '1', '2']) {
    const parameters = { t1: { value: 42 } };
    await api.updateCalibrationParameters({ body: { chip_id: 'kept', qid, parameters } });
    await api.upsertQubitNote({ params: { chip_id: 'kept', qid }, body: { content: `Note of ${qid}` } });
  }
}

/** Waits until the consumers of the stream have written what follows. */
async function rest(): Promise<void> {
  const look = async () => JSON.stringify(await countKinds(openDatabase(createDynamoDbClient(), tableName), 1));
  for (let before = '', now = await look(); now !== before; [before, now] = [now, await look()]) await sleep(5000);
}

await makeData();
await rest();
const args = ['scripts/operations/drill.ts', '--environment', 'dev', '--unused', ...process.argv.slice(2)];
const env = { ...process.env, SERVICE_ADMIN_PASSWORD: password };
const [code] = await once(spawn('node', args, { stdio: 'inherit', env }), 'exit');
process.exitCode = Number(code);

import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Client, createClient } from '#shared/api/client.ts';
import { type Cdk, emulatorVariables, type Variables } from './cdk.ts';
import { emulatorAccount, emulatorRegion } from './ministack.ts';
import type { Check, FirstDeployment } from './second-deployment.ts';

const chipId = 'second';

/** A second environment in the same account. */
export interface Neighbour {
  /** Returns its CDK CLI with some settings besides its defaults. */
  cdkWith(settings: Variables): Cdk;
  urlOf(outputs: Variables): string;
}

/**
 * Deploys a second environment in the account of a first one. Their names must differ, and neither may see the other's
 * data. Its gateway requires a secret header, which is then changed as docs/operations.md describes.
 */
export async function checkSecondEnvironment(first: FirstDeployment, neighbour: Neighbour): Promise<Check[]> {
  const secrets = secretsOf(first);
  const outputs = await neighbour.cdkWith({ originHeader: 'true' }).deploy();
  const url = neighbour.urlOf(outputs);
  const header = await secrets.read(outputs.OriginSecretArn);
  const health = await createClient({ baseUrl: url, fetch: sending(header.text) }).getHealth();
  const here = await signIn(first.url, await secrets.read(first.outputs.ServiceSecretArn));
  const there = await signIn(url, await secrets.read(outputs.ServiceSecretArn), sending(header.text));
  await there.createChip({ body: { chip_id: chipId, size: 16 } });
  const chipsOf = async (api: Client) => (await api.listChips({ query: {} })).chips.map(({ chip_id }) => chip_id);
  const differ = ['TableName', 'ApiId', 'ServiceSecretArn', 'ArtifactBucketName'].every(
    (name) => outputs[name] !== undefined && outputs[name] !== first.outputs[name],
  );
  return [
    { name: 'a second environment is deployed next to the first, with its own resources', ok: differ },
    { name: 'the second environment answers as itself', ok: health.environment === 'dev' },
    { name: 'a chip of the second environment is there', ok: (await chipsOf(there)).includes(chipId) },
    { name: 'and not in the first, which answers as before', ok: !(await chipsOf(here)).includes(chipId) },
    ...(await checkHeaderChange(first, neighbour, { url, arn: outputs.OriginSecretArn ?? '' })),
  ];
}

/**
 * Changes the secret header in the steps of docs/operations.md. After each step it sends requests with the old and the
 * new value.
 */
async function checkHeaderChange(
  first: FirstDeployment,
  { cdkWith }: Neighbour,
  { url, arn }: { url: string; arn: string },
): Promise<Check[]> {
  const secrets = secretsOf(first);
  const old = await secrets.read(arn);
  const statusWith = async (value: string) => (await sending(value)(`${url}/health`)).status;
  const deploy = (versions: string) => cdkWith({ originHeader: 'true', originSecretVersions: versions }).deploy();
  const without = (await fetch(`${url}/health`)).status;
  const changed = await secrets.write(arn, `new${'0123456789abcdef'.repeat(3)}`);
  const early = [await statusWith(old.text), await statusWith(changed.text)];
  await deploy(`${changed.version},${old.version}`);
  const meanwhile = [await statusWith(old.text), await statusWith(changed.text)];
  await deploy(changed.version);
  const late = [await statusWith(old.text), await statusWith(changed.text)];
  const is = (found: number[], expected: number[]) => found.join() === expected.join();
  return [
    { name: 'a request without the secret header is refused', ok: without === 403 },
    { name: 'a new value of the header counts only once it is deployed', ok: is(early, [200, 403]) },
    { name: 'while the header is changed, the old value and the new one are accepted', ok: is(meanwhile, [200, 200]) },
    { name: 'afterwards the new value alone', ok: is(late, [403, 200]) },
  ];
}

/** Sends every request with a secret header. */
const sending =
  (value: string): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-origin-secret': value } });

interface SecretText {
  text: string;
  version: string;
}

function secretsOf({ endpoint }: FirstDeployment) {
  const { AWS_ACCESS_KEY_ID: accessKeyId = emulatorAccount, AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
    emulatorVariables('');
  const client = new SecretsManagerClient({
    ...{ endpoint, region: emulatorRegion, credentials: { accessKeyId, secretAccessKey } },
  });
  return {
    read: async (SecretId = ''): Promise<SecretText> => {
      const { SecretString: text = '', VersionId: version = '' } = await client.send(
        new GetSecretValueCommand({ SecretId }),
      );
      return { text, version };
    },
    write: async (SecretId: string, text: string): Promise<SecretText> => {
      const { VersionId: version = '' } = await client.send(
        new PutSecretValueCommand({ SecretId, SecretString: text }),
      );
      return { text, version };
    },
  };
}

/** Signs in as the administrator of a deployment, with its generated password. */
async function signIn(baseUrl: string, secret: SecretText, send: typeof fetch = fetch): Promise<Client> {
  const { adminPassword: password } = JSON.parse(secret.text) as { adminPassword: string };
  const body = { username: 'admin', password };
  const { access_token } = await createClient({ baseUrl, fetch: send }).login({ body });
  return createClient({ baseUrl, fetch: send, token: () => access_token });
}

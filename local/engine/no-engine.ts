import { enginePackage, pinnedDigest } from '#local/engine/engine-package.ts';
import type { Host } from '#local/engine/host.ts';

/** Commands that install a JDK and Maven, by system. */
const javaCommands: Readonly<Record<string, string>> = {
  darwin: 'brew install openjdk@17 maven',
  win32: 'choco install temurin17 maven',
  linux: 'sudo apt-get install openjdk-17-jdk-headless maven',
};

const address = 'http://127.0.0.1:8000';
const container =
  'docker run -d -u root -p 127.0.0.1:8000:8000 -v fiducial:/data amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb -dbPath /data';

/** Message on a machine without an engine: why there is none, and which commands install one. One screen at most. */
export function noEngineMessage(
  { platform, arch, engineDigests }: Pick<Host, 'platform' | 'arch' | 'engineDigests'>,
  problems: readonly string[],
): string {
  const wanted = enginePackage(platform, arch);
  const setEndpoint =
    platform === 'win32' ? `set DYNAMODB_ENDPOINT=${address}&& npm start` : `DYNAMODB_ENDPOINT=${address} npm start`;
  const ways = [
    ...(wanted && pinnedDigest({ engineDigests }, wanted)
      ? [[`the engine's package: npm install --no-save ${wanted.name}@${wanted.version}`, 'npm start']]
      : []),
    [
      `DynamoDB Local by Java, which npm start fetches: ${javaCommands[platform] ?? 'install a JDK 17 and Maven'}`,
      'npm start',
    ],
    [`any DynamoDB-compatible server, such as DynamoDB Local in a container: ${container}`, setEndpoint],
  ];
  return [
    `There is no database engine on this machine (${platform}-${arch}):`,
    ...problems.map((problem) => `  - ${problem}`),
    'Install one of these:',
    ...ways.flatMap(([what, then], n) => [`  ${n + 1}. ${what}`, `     then: ${then}`]),
  ].join('\n');
}

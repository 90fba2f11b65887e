import { anonymousClient, serviceUrl } from '../connection.ts';
import { credentialsFile, forgetLogin, keepLogin } from '../credentials.ts';
import { explain, misuse } from '../failure.ts';
import { ask, isInteractive, readStandardInput } from '../terminal.ts';

type Environment = Record<string, string | undefined>;

/** Signs in and keeps the token for the address. */
export async function login(
  request: { username: string | undefined; passwordFromStdin: boolean; json: boolean },
  env: Environment,
): Promise<void> {
  const url = serviceUrl(env);
  const { username, password } = await credentials(request, url);
  const answer = await anonymousClient(url)
    .login({ body: { username, password } })
    .catch((error: unknown) => {
      throw explain(error, url);
    });
  const { access_token: token, expires_at } = answer;
  const file = credentialsFile(env);
  await keepLogin(file, url, { username: answer.username, token, expires_at });
  console.log(
    request.json
      ? JSON.stringify({ url, username: answer.username, expires_at }, null, 2)
      : `Signed in at ${url} as '${answer.username}' until ${expires_at}. The token is kept in ${file}.`,
  );
}

async function credentials(
  request: { username: string | undefined; passwordFromStdin: boolean },
  url: string,
): Promise<{ username: string; password: string }> {
  if (request.passwordFromStdin) {
    if (!request.username) throw misuse('--password-stdin needs --username.');
    return { username: request.username, password: await readStandardInput() };
  }
  if (!isInteractive()) throw misuse('Without a terminal, login needs --username and --password-stdin.');
  const username = request.username ?? (await ask(`Name at ${url}: `));
  return { username, password: await ask('Password: ', { hidden: true }) };
}

/** Forgets the token of the address. A login token cannot be recalled: it ends by itself, or with a new password. */
export async function logout(request: { json: boolean }, env: Environment): Promise<void> {
  const url = serviceUrl(env);
  const forgotten = await forgetLogin(credentialsFile(env), url);
  if (request.json) console.log(JSON.stringify({ url, forgotten }, null, 2));
  else console.log(forgotten ? `Signed out at ${url}.` : `You were not signed in at ${url}.`);
}

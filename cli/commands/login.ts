import { anonymousClient, serviceUrl } from '../connection.ts';
import { credentialsFile, removeLogin, saveLogin } from '../credentials.ts';
import { explain, usageError } from '../failure.ts';
import { isInteractive, prompt, readStandardInput } from '../terminal.ts';

type Environment = Record<string, string | undefined>;

/** Signs in and saves the token for this address. */
export async function login(
  request: { username: string | undefined; passwordFromStdin: boolean; json: boolean },
  env: Environment,
): Promise<void> {
  const url = serviceUrl(env);
  const { username, password } = await credentials(request, url);
  const response = await anonymousClient(url)
    .login({ body: { username, password } })
    .catch((error: unknown) => {
      throw explain(error, url);
    });
  const { access_token: token, expires_at } = response;
  const file = credentialsFile(env);
  await saveLogin(file, url, { username: response.username, token, expires_at });
  console.log(
    request.json
      ? JSON.stringify({ url, username: response.username, expires_at }, null, 2)
      : `Signed in at ${url} as '${response.username}' until ${expires_at}. The token is kept in ${file}.`,
  );
}

async function credentials(
  request: { username: string | undefined; passwordFromStdin: boolean },
  url: string,
): Promise<{ username: string; password: string }> {
  if (request.passwordFromStdin) {
    if (!request.username) throw usageError('--password-stdin needs --username.');
    return { username: request.username, password: await readStandardInput() };
  }
  if (!isInteractive()) throw usageError('Without a terminal, login needs --username and --password-stdin.');
  const username = request.username ?? (await prompt(`Name at ${url}: `));
  return { username, password: await prompt('Password: ', { hidden: true }) };
}

/**
 * Deletes the saved token of this address. A login token cannot be revoked: it expires, or ends with a new password.
 */
export async function logout(request: { json: boolean }, env: Environment): Promise<void> {
  const url = serviceUrl(env);
  const removed = await removeLogin(credentialsFile(env), url);
  if (request.json) console.log(JSON.stringify({ url, forgotten: removed }, null, 2));
  else console.log(removed ? `Signed out at ${url}.` : `You were not signed in at ${url}.`);
}

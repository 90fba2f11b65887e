import type { Client } from '#shared/api/client.ts';

type Registration = Parameters<Client['registerUser']>[0]['body'];

/**
 * Registers a user who has chosen the given password, as no one can do anything else before (rule AUTH-25).
 * @param as the API with a token.
 */
export async function registerWithPassword(
  admin: Client,
  as: (token: string) => Client,
  { password, ...body }: Registration & { password: string },
): ReturnType<Client['registerUser']> {
  const user = await admin.registerUser({ body });
  const change = { current_password: user.initial_password ?? '', new_password: password };
  const { access_token, expires_at } = await as(user.access_token).changePassword({ body: change });
  return { ...user, access_token, expires_at, must_change_password: false };
}

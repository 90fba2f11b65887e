import { keepsAccounts } from '../../kernel/config.ts';
import type { Context } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { getUserByName } from '../store/users.ts';
import { createUser } from './create-user.ts';

/**
 * Creates the first administrator with the deployment's password, unless a user of that name exists
 * (rule AUTH-12) or accounts are kept in another cell. Two processes may do it at once. Answers whether this one created it.
 */
export async function ensureAdmin(ctx: Context): Promise<boolean> {
  if (!keepsAccounts(ctx.config)) return false;
  if (await getUserByName(ctx.db, ctx.config.adminUsername)) return false;
  try {
    await createUser(ctx, {
      username: ctx.config.adminUsername,
      password: await ctx.secrets.adminPassword(),
      fullName: 'Administrator',
      createDefaultProject: true,
      mustChangePassword: false,
    });
    return true;
  } catch (error) {
    // The other process was faster.
    if (!(error instanceof ServiceError && error.kind === 'conflict')) throw error;
    return false;
  }
}

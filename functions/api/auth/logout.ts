import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';

/** The server keeps no session that could be ended (rule AUTH-5). */
export const logout = endpoint(authOperations.logout, async () => ({ message: 'Successfully logged out' }));

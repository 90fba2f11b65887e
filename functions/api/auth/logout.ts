import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';

/** Nothing is kept on the server that would end (rule AUTH-5). */
export const logout = endpoint(authOperations.logout, async () => ({ message: 'Successfully logged out' }));

import { authOperations } from '#shared/contract/operations/auth.ts';
import { endpoint } from '../../http/endpoint.ts';

/** logout: confirms; nothing is kept on the server that would end (specification, Authentication 3). */
export const logout = endpoint(authOperations.logout, async () => ({ message: 'Successfully logged out' }));

import { signInConfig } from '#shared/sign-in/provider-config.ts';
import { secretsManagerSource } from '#shared/store/users/secrets.ts';
import { groupHandler } from '../../http/group.ts';
import { readSecretsBy, readSignInBy } from '../../runtime.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';

readSignInBy(signInConfig);
readSecretsBy((secretId, clientSecretId) => secretsManagerSource(secretId, undefined, clientSecretId));

export const handler = groupHandler({ ...audit, ...auth });

import * as qdash from '#compat/qdash/handlers/administration.ts';
import { signInConfig } from '#shared/people/sign-in/provider-config.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import { groupHandler } from '../http/group.ts';
import * as auth from '../people/auth.ts';
import * as audit from '../projects/admin-audit.ts';
import { readSecretsBy, readSignInBy } from '../runtime.ts';

readSignInBy(signInConfig);
readSecretsBy((secretId, clientSecretId) => secretsManagerSource(secretId, undefined, clientSecretId));

export const handler = groupHandler({ ...audit, ...auth, ...qdash });

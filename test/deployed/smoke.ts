/*
 * `npm run deploy:local` runs it at the deployed address: what `npm run smoke` does, as the administrator whose password is in the
 * secret. It fails with the step that did.
 */
import { smoke } from '#scripts/operations/lib/smoke.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';

const { FIDUCIAL_URL: baseUrl = '', SECRET_ID = '' } = process.env;
const password = await secretsManagerSource(SECRET_ID).adminPassword();
await smoke({ baseUrl, username: 'admin', password, log: console.log });

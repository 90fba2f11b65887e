/*
 * `npm run deploy:local` runs it at the deployed address: what `npm run smoke` does, as the administrator whose password is in the
 * secret. It fails with the step that did. Without an address, as in an emulator without the HTTP API, it invokes the functions.
 */
import { fetchByInvocation } from '#scripts/emulator/lib/invoked-api.ts';
import { awsSender } from '#scripts/operations/lib/aws-requests.ts';
import { smoke } from '#scripts/operations/lib/smoke.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';

const { FIDUCIAL_URL = '', SECRET_ID = '', TABLE_NAME = '', AWS_REGION = '' } = process.env;
const isServed = FIDUCIAL_URL !== '';
const password = await secretsManagerSource(SECRET_ID).adminPassword();
const send = isServed ? fetch : await fetchByInvocation(awsSender(), AWS_REGION, TABLE_NAME);
const baseUrl = isServed ? FIDUCIAL_URL : 'http://functions.invalid';
await smoke({ baseUrl, username: 'admin', password, log: console.log, fetch: send });

import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let admin: Caller['api'];
beforeAll(async () => {
  world = await startWorld();
  admin = world.admin.api;
  await world.register('taken');
});
afterAll(() => world.stop());

const csv = `username,display_name,organization,system_role
ada,Ada,Lab,
Bad Name,,,
taken,,,
grace,,,admin
ada,again,,
`;
const told = ({ results }: Awaited<ReturnType<typeof admin.importUsers>>) =>
  results.map(({ row_number, username, status }) => [row_number, username, status]);

it('a preview of a list of users says what would become of each row, and writes nothing', async () => {
  const before = await world.scan();
  const preview = await admin.previewUserImport({ body: { csv } });
  expect(told(preview)).toEqual([
    [2, 'ada', 'new'],
    [3, 'Bad Name', 'failed'],
    [4, 'taken', 'skipped'],
    [5, 'grace', 'new'],
    [6, 'ada', 'failed'],
  ]);
  expect(preview.results.every(({ initial_password }) => initial_password === null)).toBe(true);
  expect(await world.scan()).toBe(before);
});

it('an import of a list registers whom it can, with passwords that work once, and is audited; sent again it skips them', async () => {
  const imported = await admin.importUsers({ body: { csv } });
  expect(imported).toMatchObject({ created: 2, skipped: 1, failed: 2, total: 5 });
  const passwords = imported.results.flatMap(({ initial_password }) => initial_password ?? []);
  expect(new Set(passwords).size).toBe(2);
  const login = (password: string) => world.client(undefined).login({ body: { username: 'ada', password } });
  const first = await login(passwords[0] ?? '');
  expect(first).toMatchObject({ must_change_password: true, default_project_id: expect.any(String) });
  const ada = world.client(first.access_token);
  expect((await refusal(ada.listChips())).status).toBe(403);
  await ada.changePassword({ body: { current_password: passwords[0] ?? '', new_password: testPassword } });
  expect(await admin.getUserDetails({ params: { username: 'ada' } })).toMatchObject({
    full_name: 'Ada',
    organization: 'Lab',
    system_role: 'user',
    must_change_password: false,
  });
  expect((await admin.getUserDetails({ params: { username: 'grace' } })).system_role).toBe('admin');
  const { entries } = await admin.listSystemAuditEntries({ query: { action: 'register-user' } });
  expect(entries.map(({ resource }) => resource)).toEqual(expect.arrayContaining(['user:ada', 'user:grace']));
  expect(JSON.stringify(entries)).not.toContain(passwords[0]);
  expect(told(await admin.importUsers({ body: { csv } })).map(([, , status]) => status)).toEqual([
    'skipped',
    'failed',
    'skipped',
    'skipped',
    'failed',
  ]);
});

it('a user of a list with a bcrypt hash signs in with that password, which is hashed anew at once', async () => {
  const password = 'liquid helium at four kelvin';
  const hash = '$2b$04$abcdefghijklmnopqrstuuYgCtxNYRXa5fMYFcbLexssodaBOALvC';
  const list = `username,password_hash\nlena,${hash}\nmax,${hash.replace('$04$', '$15$')}\n`;
  const imported = await admin.importUsers({ body: { csv: list } });
  expect(imported.results).toMatchObject([
    { username: 'lena', status: 'created', initial_password: null },
    { username: 'max', status: 'failed', message: expect.stringContaining('bcrypt hash of cost 4 to 14') },
  ]);
  const login = (text: string) => world.client(undefined).login({ body: { username: 'lena', password: text } });
  expect((await refusal(login('liquid helium at five kelvin'))).status).toBe(401);
  expect(await world.scan()).toContain(hash);
  expect(await login(password)).toMatchObject({ must_change_password: false });
  expect(await world.scan()).not.toContain(hash);
  expect(await login(password)).toMatchObject({ must_change_password: false });
});

it('a login costs the same for every name until the last bcrypt hash is used, reset or deleted', async () => {
  const hash = '$2b$04$abcdefghijklmnopqrstuuYgCtxNYRXa5fMYFcbLexssodaBOALvC';
  const users = ['tess', 'uma', 'vera', 'wim'].map((name) => `${name},${hash}`);
  await admin.importUsers({ body: { csv: ['username,password_hash', ...users].join('\n') } });
  await world.register('argon');
  const compare = vi.spyOn(bcrypt, 'compare');
  const rounds = async (username: string, password = 'a wrong password') => {
    compare.mockClear();
    await refusal(world.client(undefined).login({ body: { username, password } }));
    return compare.mock.calls.map(([, text]) => text.slice(0, 6));
  };
  for (const name of ['tess', 'argon', 'nobody']) expect(await rounds(name)).toEqual(['$2b$04']);
  const password = 'liquid helium at four kelvin';
  const { access_token } = await world.client(undefined).login({ body: { username: 'tess', password } });
  const passwords = { current_password: password, new_password: 'liquid helium at two kelvin' };
  await world.client(access_token).changePassword({ body: passwords });
  expect(await rounds('tess')).toEqual(['$2b$04']);
  await admin.resetPassword({ body: { username: 'uma', new_password: 'liquid helium at two kelvin' } });
  await admin.deleteUser({ params: { username: 'vera' } });
  expect(await rounds('nobody')).toEqual(['$2b$04']);
  await world.client(undefined).login({ body: { username: 'wim', password } });
  for (const name of ['tess', 'uma', 'vera', 'wim', 'argon', 'nobody']) expect(await rounds(name)).toEqual([]);
  expect(await world.scan()).not.toContain('FOREIGNHASH');
});

it('a user of a list may be disabled from the start, and a password that someone else set has to be changed', async () => {
  const hash = '$2b$04$abcdefghijklmnopqrstuuYgCtxNYRXa5fMYFcbLexssodaBOALvC';
  const body = (username: string) => ({ username, password: 'liquid helium at four kelvin' });
  const imported = await admin.importUsers({
    body: {
      csv: `username,password_hash,disabled,must_change_password\nolaf,${hash},true,\npia,${hash},false,true\nquin,,true,\nrolf,,yes,\n`,
    },
  });
  expect(imported.results.map(({ username, status, message }) => [username, status, message])).toEqual([
    ...[
      ['olaf', 'created', null],
      ['pia', 'created', null],
      ['quin', 'created', null],
    ],
    ['rolf', 'failed', "disabled 'yes' is neither true nor false"],
  ]);
  expect(await refusal(world.client(undefined).login({ body: body('olaf') }))).toMatchObject({ status: 403 });
  const details = await admin.getUserDetails({ params: { username: 'quin' } });
  expect(details).toMatchObject({ disabled: true, default_project_id: null });
  const { access_token, must_change_password } = await world.client(undefined).login({ body: body('pia') });
  expect(must_change_password).toBe(true);
  expect((await refusal(world.client(access_token).listProjects({ query: {} }))).status).toBe(403);
});

it('what is not a list of users is refused whole, and so is an API token', async () => {
  expect(await refusal(admin.importUsers({ body: { csv: 'name\nada' } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'body.csv' }],
  });
  const { token } = await admin.createApiToken({ body: { name: 'script' } });
  expect((await refusal(world.client(token).importUsers({ body: { csv } }))).status).toBe(403);
});

it('bulkImportUsers 201: registers the users of a CSV file; a file that is not a list is 400, and others than administrators are refused', async () => {
  const upload = (text: string, api = admin) => api.bulkImportUsers({ body: { file: new Blob([text]) } });
  const imported = await upload(
    '\uFEFFusername,display_name,organization,system_role\nbulk-one,One,Lab,user\nbulk one,,,\n',
  );
  expect(imported).toMatchObject({ created: 1, skipped: 0, failed: 1, total: 2 });
  const [first] = imported.results;
  const body = { username: 'bulk-one', password: first?.initial_password ?? '' };
  expect((await world.client(undefined).login({ body })).must_change_password).toBe(true);
  expect(await upload('username\nbulk-one\n')).toMatchObject({ created: 0, skipped: 1 });
  expect(await refusal(upload('name\nada'))).toMatchObject({ status: 400, errors: [{ path: 'body.file' }] });
  const { token } = await world.register('nobody-special');
  expect((await refusal(upload('username\nx-1', world.client(token)))).status).toBe(403);
});

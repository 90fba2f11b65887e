import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let editor: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  editor = await world.register(`editor-${counter}`);
  await invite(editor.username, 'editor');
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  world.advance(1);
});

const invite = (username: string, role: 'editor') =>
  world.join(owner.api, { params: { project_id: owner.projectId }, body: { username, role } });
const as = (caller: Caller) => world.client(caller.token, owner.projectId);
const chip = { chip_id: 'c' };
const content = (text: string) => ({ body: { content: text } });
const events = async (query: object = {}) =>
  (await owner.api.listChipNoteEvents({ params: chip, query: { order: 'asc', ...query } })).events;
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });

describe.each([
  {
    kind: 'qubit',
    id: '0',
    create: (by: Caller, text: string, query = {}) =>
      as(by).createQubitNoteComment({ params: { ...chip, qid: '0' }, query, ...content(text) }),
    update: (by: Caller, comment_id: string, text: string, headers = {}, query = {}) =>
      as(by).updateQubitNoteComment({ params: { ...chip, qid: '0', comment_id }, headers, query, ...content(text) }),
    remove: (by: Caller, comment_id: string) =>
      as(by).deleteQubitNoteComment({ params: { ...chip, qid: '0', comment_id } }),
    pin: (text: string) => owner.api.upsertQubitNote({ params: { ...chip, qid: '0' }, ...content(text) }),
    unpin: () => owner.api.deleteQubitNote({ params: { ...chip, qid: '0' } }),
    shown: async (query = {}) => (await summary(query)).qubits,
  },
  {
    kind: 'coupling',
    id: '0-1',
    create: (by: Caller, text: string, query = {}) =>
      as(by).createCouplingNoteComment({ params: { ...chip, coupling_id: '0-1' }, query, ...content(text) }),
    update: (by: Caller, comment_id: string, text: string, headers = {}, query = {}) =>
      as(by).updateCouplingNoteComment({
        params: { ...chip, coupling_id: '0-1', comment_id },
        headers,
        query,
        ...content(text),
      }),
    remove: (by: Caller, comment_id: string) =>
      as(by).deleteCouplingNoteComment({ params: { ...chip, coupling_id: '1-0', comment_id } }),
    pin: (text: string) => owner.api.upsertCouplingNote({ params: { ...chip, coupling_id: '0-1' }, ...content(text) }),
    unpin: () => owner.api.deleteCouplingNote({ params: { ...chip, coupling_id: '0-1' } }),
    shown: async (query = {}) => (await summary(query)).couplings,
  },
])('comments on a $kind', ({ kind, id, create, update, remove, pin, unpin, shown }) => {
  it(`comments on a ${kind} 201: are beneath the summary in the order of their making, each with its author`, async () => {
    const first = await create(editor, 'mine');
    expect(first).toMatchObject({
      comment_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      content: 'mine',
      created_by: editor.username,
      updated_by: editor.username,
      updated_at: null,
      scope_key: 'global',
    });
    const second = await create(owner, 'yours');
    await pin('pinned');
    const [entry] = await shown();
    expect(entry).toMatchObject({ target_id: id, note: { content: 'pinned' } });
    expect(entry?.comments).toEqual([first, second]);
    await unpin();
    expect((await shown())[0]?.comments).toEqual([first, second]);
  });

  it(`comments on a ${kind} make one event each, in the scope of their target`, async () => {
    const { comment_id } = await create(editor, 'one');
    world.advance(1);
    const edited = await update(editor, comment_id, 'two');
    expect(edited).toMatchObject({ content: 'two', created_by: editor.username, updated_at: expect.any(String) });
    expect(await remove(editor, comment_id)).toEqual({ message: 'Target note comment deleted' });
    const extra = { scope_key: 'global', scope_type: 'global', cooldown_id: '', kind: 'comment', comment_id };
    expect(await events()).toMatchObject(
      [
        ['upsert', 'one'],
        ['upsert', 'two'],
        ['delete', ''],
      ].map(([action, text]) => ({ scope: kind, target_id: id, action, content: text, extra, actor: editor.username })),
    );
    expect(await shown()).toEqual([]);
  });

  it(`comments on a ${kind} are changed by their author and by system administrators; 403: by anybody else`, async () => {
    const { comment_id } = await create(editor, 'mine');
    const detail = `Comment '${comment_id}' on ${kind} '${id}' of chip 'c' may be changed by its author '${editor.username}' or a system administrator`;
    expect(await refusal(update(owner, comment_id, 'not mine'))).toEqual(refused(403, detail));
    expect(await refusal(remove(owner, comment_id))).toMatchObject({ status: 403 });
    await invite(world.admin.username, 'editor');
    expect(await update(world.admin, comment_id, 'by admin')).toMatchObject({
      created_by: editor.username,
      updated_by: world.admin.username,
    });
    await remove(world.admin, comment_id);
    expect(await events()).toHaveLength(3);
  });

  it(`comments on a ${kind} 404: under another id, or once deleted; 409 where If-Match does not fit`, async () => {
    const { comment_id, etag } = await create(owner, 'one');
    await update(owner, comment_id, 'two', { 'if-match': etag });
    expect(await refusal(update(owner, comment_id, 'three', { 'if-match': etag }))).toMatchObject({ status: 409 });
    await remove(owner, comment_id);
    const missing = refused(404, `Comment '${comment_id}' on ${kind} '${id}' of chip 'c' not found`);
    expect(await refusal(update(owner, comment_id, 'four'))).toEqual(missing);
    expect(await refusal(update(owner, 'nobody', 'four'))).toMatchObject({ status: 404 });
    expect(await events()).toHaveLength(3);
  });

  it(`comments on a ${kind} are found again whatever range the dashboard shows meanwhile`, async () => {
    const range = { start_at: '2025-03-01T00:00:00Z', end_at: '2025-03-08T00:00:00Z' };
    const { comment_id } = await create(owner, 'one', range);
    expect((await shown({ ...range, end_at: '2025-03-09T00:00:00Z' }))[0]?.comments).toHaveLength(1);
    const later = { start_at: '2025-03-02T00:00:00Z', end_at: '2025-03-09T00:00:00Z' };
    expect(await update(owner, comment_id, 'two', {}, later)).toMatchObject({
      content: 'two',
      scope_started_at: '2025-03-01T00:00:00.000Z',
    });
  });
});

describe('a call that is repeated', () => {
  it('a repeated call on notes under its Idempotency-Key has one event and one answer, whatever it was', async () => {
    const headers = (key: string) => ({ headers: { 'idempotency-key': `${key}-${counter}` } });
    const params = { ...chip, qid: '0' };
    const twice = async <T>(call: () => Promise<T>) => expect(await call()).toEqual(await call());
    await twice(() => owner.api.upsertChipNote({ params: chip, ...headers('chip'), ...content('one') }));
    await twice(() => owner.api.upsertQubitNote({ params, ...headers('put'), ...content('one') }));
    await twice(() => owner.api.createQubitNoteComment({ params, ...headers('post'), ...content('one') }));
    await twice(() => owner.api.deleteQubitNote({ params, ...headers('delete') }));
    await twice(() => owner.api.updateChip({ params: chip, ...headers('patch'), body: { note: 'two' } }));
    expect(await events()).toHaveLength(5);
  });
});

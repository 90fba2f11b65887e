import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '#shared/api/routes.ts';
import { projectOf } from '#test/support/cells/router.ts';
import { startTwoCells, type TwoCells } from '#test/support/cells/two-cells.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { registerWithPassword } from '#test/support/people/register.ts';
import { createFullClient, type FullClient } from '#test/support/stack/full-client.ts';
import { png } from '../api/support/images.ts';
import { finishImport, type MemoryArchive, readArchive, sendArchive } from '../api/support/project-archive.ts';
import { refusal } from '../api/support/refusal.ts';

const password = 'swordfish and chips';
const project = '1b2c-p';

describe('the router before several cells', () => {
  it('every path of an operation, and of a page that has a project names it to the router', () => {
    const paths = routeList.map(({ path }) => path).filter((path) => path.includes('{project_id}'));
    const urls = [
      ...paths.map((path) => `/api${path.replace('{project_id}', project)}`),
      `/p/${project}/chips/A?tab=notes`,
    ];
    expect(urls.filter((url) => projectOf({ url, headers: {} }) !== project)).toEqual([]);
  });
});

describe.skipIf(missingEngine)(
  `a project that is moved to another cell${missingEngine ? ` (${missingEngine})` : ''}`,
  () => {
    let two: TwoCells;
    let admin: string;
    let ada: string;
    let carol: FullClient;
    /** Moved, and the default project of its owner. */
    let lab: string;
    let apiToken: string;
    let link: string;
    let before: unknown;
    let ofCarol: unknown;
    let archive: MemoryArchive;
    let importId: string;

    const api = (token?: string, projectId?: string, url = two.url) =>
      createFullClient({ baseUrl: `${url}/api`, token: () => token, projectId: () => projectId });

    const register = async (username: string) => {
      const as = (token: string) => api(token);
      await registerWithPassword(api(admin), as, { username, password });
      return login(username);
    };
    const login = async (username: string) => {
      const session = await api().login({ body: { username, password } });
      await two.copyAccounts();
      return session;
    };
    const readLab = async () => {
      const own = api(apiToken);
      const params = { chip_id: 'torino' };
      const { members } = await api(ada, lab).listProjectMembers({ params: { project_id: lab } });
      return {
        chip: await own.getChip({ params }),
        notes: await own.getChipNotesSummary({ params }),
        members: members.map(({ last_accessed_at: _, ...member }) => member),
      };
    };
    const note = (by: FullClient, qid: string, content: string) =>
      by.upsertQubitNote({ params: { chip_id: 'torino', qid }, body: { content } });
    const pageAt = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text();

    beforeAll(async () => {
      two = await startTwoCells();
      admin = (await api().login({ body: two.admin })).access_token;
      ada = (await register('ada')).access_token;
      const ben = api((await register('ben')).access_token);
      lab = (await api(ada).createProject({ body: { name: 'lab' } })).project_id;
      await api(ada).updateCurrentUserProfile({ body: { default_project_id: lab } });
      ada = (await login('ada')).access_token;
      const params = { project_id: lab };
      await api(ada).inviteProjectMember({ params, body: { username: 'ben', role: 'editor' } });
      await ben.acceptProjectInvitation({ params: { ...params, username: 'ben' } });
      const body = { address: 'ben@example.com', kinds: ['mention' as const], quiet_hours: null, digest_at: null };
      await ben.replaceEmailSettings({ body: { ...body, timezone: 'UTC' } });
      const [email] = (await two.home.sent()).emails;
      await ben.confirmEmailAddress({
        body: { code: /([A-Z2-9]{10}) confirms/.exec(email?.subject ?? '')?.[1] ?? '' },
      });
      apiToken = (await api(ada).createApiToken({ body: { name: 'script', project_id: lab } })).token;
      await two.copyAccounts();
      await api(apiToken).createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
      await note(api(ada), '0', 'T1 is low');
      await api(ada).createImage({ body: { file: new Blob([png(3, 2)], { type: 'image/png' }) } });
      carol = api((await register('carol')).access_token);
      await carol.createChip({ body: { chip_id: 'kyoto', topology_id: 'linear-4' } });
    });
    afterAll(() => two?.stop());

    it('before it is moved, both tenants are served by the cell home', async () => {
      before = await readLab();
      ofCarol = await carol.getChip({ params: { chip_id: 'kyoto' } });
      expect(await pageAt(`${two.url}/p/${lab}/chips/torino`)).toContain('home');
      expect(await refusal(api(ada, lab, two.north.url).listChips())).toMatchObject({ status: 403 });
    });

    it('while it is moved, it is read as before, writes are asked to wait, and another tenant writes', async () => {
      two.cells.moving.add(lab);
      archive = await readArchive(api(ada, lab, two.home.url), two.home.url, lab);
      link = (await api(ada).getProjectArchiveFiles({ params: { project_id: lab } })).files[0]?.link.url ?? '';
      expect(link).toContain(`${two.url}/objects/images/${lab}/`);
      expect((await fetch(link)).status).toBe(200);
      importId = await sendArchive(api(admin, undefined, two.north.url), archive);
      expect(await readLab()).toEqual(before);
      expect(await refusal(note(api(ada), '1', 'too early'))).toMatchObject({
        ...{ status: 503, detail: expect.stringContaining('is being moved') },
      });
      const params = { chip_id: 'kyoto', qid: '0' };
      await carol.upsertQubitNote({ params, body: { content: 'T1 is high' } });
      ofCarol = await carol.getChip({ params });
      expect(JSON.stringify(ofCarol)).toContain('T1 is high');
    });

    it('what was archived is still all that the first cell has, so that the import is finished and the directory names the other', async () => {
      const again = await readArchive(api(ada, lab, two.home.url), two.home.url, lab);
      expect({ ...again, head: archive.head }).toEqual(archive);
      await finishImport(api(admin, undefined, two.north.url), archive, importId);
      two.cells.directory.set(lab, 'north');
      two.cells.moving.delete(lab);
      await api(ada, undefined, two.home.url).deleteProject({ params: { project_id: lab } });
    });

    it('after that, the same addresses, sessions and tokens reach it there with the same answers', async () => {
      expect(await readLab()).toEqual(before);
      expect(await pageAt(`${two.url}/p/${lab}/chips/torino`)).toContain('north');
      await note(api(apiToken), '1', 'written in the other cell');
      await note(api(ada), '2', 'by a session');
      expect(await refusal(api(ada, lab, two.home.url).listChips())).toMatchObject({ status: 403 });
    });

    it('a new login keeps a default project that is in another cell, in which its requests are made or refused', async () => {
      const session = await login('ada');
      expect(session.default_project_id).toBe(lab);
      expect((await api(session.access_token).listChips()).chips.map(({ chip_id }) => chip_id)).toEqual(['torino']);
      // Not in another project of hers that is there.
      const atHome = api(session.access_token, undefined, two.home.url);
      expect(await refusal(atHome.listChips())).toMatchObject({ status: 403, detail: expect.stringContaining(lab) });
    });

    it('a link to a file from before leads to the cell that signed it, and a new one to the other', async () => {
      const { files } = await api(ada).getProjectArchiveFiles({ params: { project_id: lab } });
      const links = [link, files[0]?.link.url ?? ''];
      expect(links.map((url) => new URL(url).searchParams.get('cell'))).toEqual(['home', 'north']);
      const [bytes] = archive.files.values();
      for (const url of links) expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
    });

    it('webhooks, e-mails and the inbox of the other cell lead to it by the address of the service', async () => {
      await api(ada).createWebhook({ body: { url: 'https://hooks.example.com/lab', kinds: ['mention'] } });
      await note(api(ada), '3', '@ben T2 is low');
      const { emails, webhooks } = await two.north.sent();
      const page = `${two.url}/p/${lab}/chips/torino/qubits/3`;
      expect(webhooks).toEqual([expect.objectContaining({ project_id: lab, url: expect.stringContaining(page) })]);
      expect(emails).toMatchObject([{ to: 'ben@example.com', text: expect.stringContaining(page) }]);
      const inbox = `${two.url}/p/${lab}/inbox`;
      expect(emails[0]?.text).toContain(inbox);
      expect([await pageAt(page), await pageAt(inbox)]).toEqual(Array(2).fill(expect.stringContaining('north')));
      const ben = api((await login('ben')).access_token, lab);
      expect((await ben.listNotifications()).notifications).toMatchObject([{ project_id: lab, kind: 'mention' }]);
      expect((await two.home.sent()).emails).toEqual([]);
    });

    it('accounts are changed in the cell home alone', async () => {
      const direct = api(admin, undefined, two.north.url);
      expect(await refusal(direct.registerUser({ body: { username: 'dora' } }))).toMatchObject({
        ...{ status: 403, detail: `Cell 'north' has copies of accounts and changes none; use '${two.url}/api'` },
      });
      expect(await refusal(direct.login({ body: two.admin }))).toMatchObject({ status: 403 });
    });

    it('another tenant has noticed nothing', async () => {
      expect(await carol.getChip({ params: { chip_id: 'kyoto' } })).toEqual(ofCarol);
      expect((await carol.listProjects()).projects).toHaveLength(1);
    });
  },
);

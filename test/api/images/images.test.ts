import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imageBounds } from '#shared/images/rules/bounds.ts';
import { multipartOf, multipartType, png } from '../support/images.ts';
import { refusal, refused } from '../support/refusal.ts';
import { jsonHeaders, send } from '../support/wire.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let viewer: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  [owner, viewer] = (await Promise.all(['owner', 'viewer'].map((name) => world.register(`${name}-${counter}`)))) as [
    Caller,
    Caller,
  ];
  const body = { username: viewer.username, role: 'viewer' } as const;
  await world.join(owner.api, { params: { project_id: owner.projectId }, body });
});

const paths = ['/images', '/forum/upload-image', '/issues/upload-image'] as const;
const fileOf = (bytes: Uint8Array) => ({ body: { file: new Blob([Uint8Array.from(bytes)]) } });
const sent = (by: Caller, bytes: Uint8Array, path: string = '/images') =>
  send(world.stack.url, {
    method: 'POST',
    path,
    headers: { ...jsonHeaders(by.token, owner.projectId), 'content-type': multipartType },
    body: bytes,
  });
const bytesOf = async (answer: Promise<Blob>) => Buffer.from(await (await answer).arrayBuffer());

/** The smallest beginnings that say of each kind what it is and how large. */
const webp = (chunk: string, body: number[]) =>
  Buffer.concat([
    Buffer.from('RIFF\x00\x00\x00\x00WEBP', 'latin1'),
    Buffer.from(chunk, 'latin1'),
    Buffer.alloc(4),
    Buffer.from(body),
    Buffer.alloc(12),
  ]);
const frame = [0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1, 1, 0x11, 0, 0xff, 0xd9];
const turned = [0xff, 0xe1, 0, 34, ...Buffer.from('Exif\0\0MM\0*', 'latin1'), 0, 0, 0, 8, 0, 1]
  .concat([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])
  .concat([0, 0, 0, 0]);
const kinds = [
  ['PNG', 'png', 'image/png', [5, 7], png(5, 7)],
  ['GIF', 'gif', 'image/gif', [5, 7], Buffer.from('GIF89a\x05\x00\x07\x00\x00\x00\x00;', 'latin1')],
  ['JPEG', 'jpg', 'image/jpeg', [7, 5], Buffer.from([0xff, 0xd8, ...frame])],
  ['JPEG of a camera held upright', 'jpg', 'image/jpeg', [5, 7], Buffer.from([0xff, 0xd8, ...turned, ...frame])],
  ['WebP with losses', 'webp', 'image/webp', [5, 7], webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 5, 0, 7, 0])],
  ['WebP without losses', 'webp', 'image/webp', [5, 7], webp('VP8L', [0x2f, 4, 0x80, 1, 0])],
  ['WebP with parts', 'webp', 'image/webp', [5, 7], webp('VP8X', [0, 0, 0, 0, 4, 0, 0, 6, 0, 0])],
] as const;

describe('an image', () => {
  it.each(kinds)(
    'a %s is kept, and read as it was sent, with its own type',
    async (_, ending, type, [width, height], bytes) => {
      const kept = await world.client(viewer.token, owner.projectId).createImage(fileOf(bytes));
      expect(kept).toEqual({
        filename: expect.stringMatching(new RegExp(`^[0-9a-f]{32}-${width}x${height}\\.${ending}$`)),
        url: `/api/images/${kept.filename}`,
        ...{ content_type: type, size_bytes: bytes.length, width, height },
      });
      expect(await bytesOf(owner.api.getImage({ params: { filename: kept.filename } }))).toEqual(bytes);
      const headers = jsonHeaders(viewer.token, owner.projectId);
      const answer = await send(world.stack.url, { method: 'GET', path: kept.url, headers });
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="${kept.filename}"`,
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'authorization, x-project-id',
      });
    },
  );

  it('an image that is sent by any path, and again, is one, and is read by each', async () => {
    const bytes = png(4, 4);
    const answers = await Promise.all([...paths, ...paths].map((path) => sent(viewer, multipartOf(bytes), path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const names = new Set(answers.map(({ body }) => String(body.filename)));
    expect(names.size).toBe(1);
    const [filename = ''] = names;
    const { api } = owner;
    for (const read of [api.getImage, api.getForumImage, api.getIssueImage])
      expect(await bytesOf(read({ params: { filename } }))).toEqual(bytes);
    const files = await world.stack.runtime.ports.objects?.list(`images/${owner.projectId}`, undefined, 10);
    expect(files).toHaveLength(1);
  });

  it('an image is what its bytes are, whatever name and type it is sent with', async () => {
    const { status, body } = await sent(owner, multipartOf(png(4, 4), 'file', 'text/html', 'a.html'));
    expect([status, body.content_type]).toEqual([201, 'image/png']);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['nothing', ''],
    ['the mere beginning of a PNG', '\x89PNG\r\n\x1a\n'],
    ['a JPEG without a frame', '\xff\xd8\xff\xd9\0\0\0\0\0\0\0\0'],
    ['a GIF without a size', 'GIF89a\0\0\0\0\0\0\0'],
  ])('%s under the name of an image is refused, and nothing is kept', async (_, text) => {
    const { status, body } = await sent(owner, multipartOf(Buffer.from(text, 'latin1')));
    expect([status, body.detail]).toEqual([400, 'The file is not an image of the kinds PNG, JPEG, GIF and WebP']);
    expect(await world.stack.runtime.ports.objects?.list(`images/${owner.projectId}`, undefined, 10)).toEqual([]);
  });

  it('an image as large as it may be is kept, and one byte more is refused by a message that says the limit', async () => {
    const whole = Buffer.concat([png(4, 4), Buffer.alloc(imageBounds.bytes)]);
    const kept = await owner.api.createImage(fileOf(whole.subarray(0, imageBounds.bytes)));
    expect(kept.size_bytes).toBe(imageBounds.bytes);
    expect((await bytesOf(owner.api.getImage({ params: { filename: kept.filename } }))).length).toBe(imageBounds.bytes);
    expect(await refusal(owner.api.createImage(fileOf(whole.subarray(0, imageBounds.bytes + 1))))).toEqual(
      refused(413, `An image may have 4 MB (4000000 bytes); this one has ${imageBounds.bytes + 1} bytes`),
    );
  });

  it('a picture of more pixels than a browser can hold is refused', async () => {
    const bytes = png(1, 1);
    bytes.writeUInt32BE(10_000, 16);
    bytes.writeUInt32BE(10_000, 20);
    expect(await refusal(owner.api.createImage(fileOf(bytes)))).toMatchObject({
      status: 400,
      detail: 'An image may have 50000000 pixels; this one has 10000 x 10000',
    });
  });

  it.each([
    [
      'another field',
      multipartOf(png(4, 4), 'image'),
      'Invalid request: body.image: is not a field of this request (and 1 more)',
    ],
    ['no form', Buffer.from('nothing'), 'The request body is not multipart/form-data'],
  ])('a request with %s is refused', async (_, body, detail) => {
    const answer = await sent(owner, body);
    expect([answer.status, answer.body.detail]).toEqual([400, detail]);
  });

  it('an image of another project is not found, and neither is one that never was', async () => {
    const foreign = await world.register(`foreign-${counter}`);
    const { filename } = await foreign.api.createImage(fileOf(png(4, 4)));
    for (const name of [filename, `${'0'.repeat(32)}-4x4.png`])
      expect(await refusal(owner.api.getImage({ params: { filename: name } }))).toEqual(
        refused(404, `Image '${name}' not found in project '${owner.projectId}'`),
      );
    const { status } = await refusal(world.client(owner.token, foreign.projectId).getImage({ params: { filename } }));
    expect(status).toBe(403);
  });

  it.each(['..', 'a.png', '../../secret', `${'0'.repeat(32)}-4x4.svg`])(
    "'%s' is the name of no image",
    async (filename) => {
      const { status } = await refusal(owner.api.getImage({ params: { filename } }));
      expect([400, 404]).toContain(status);
    },
  );
});

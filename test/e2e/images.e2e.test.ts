import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '#test/api/support/images.ts';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll, keepScreenshot } from './support/browser.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Images in a discussion and in a note: the steps build on each other. */
describe.skipIf(missing)(`images in texts${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let address = '';
  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await session.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await session.service.api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
  });
  afterAll(() => session?.stop());

  const reply = (of = page) => of.getByRole('textbox', { name: 'Reply' });
  const preview = (of = page) => of.getByRole('list', { name: 'Images in the text' });
  /** Adds zeros after the bytes, in the page. */
  const drop = async (name: string, type: string, bytes: Uint8Array, zeros = 0) => {
    const data = await page.evaluateHandle(
      ([fileName, fileType, content, more]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(content), new Uint8Array(more)], fileName, { type: fileType }));
        return transfer;
      },
      [name, type, [...bytes], zeros] as const,
    );
    await reply().dispatchEvent('dragover', { dataTransfer: data });
    await reply().dispatchEvent('drop', { dataTransfer: data });
  };

  it('an image that is pasted is in the text with its words selected, and is seen before it is sent', async () => {
    await page.goto('/discussions/new');
    await page.getByLabel('Title').fill('T1 fell');
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Since noon:');
    await page.evaluate(
      async (content) => {
        const blob = new Blob([Uint8Array.from(content)], { type: 'image/png' });
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
      },
      [...png(1200, 300)],
    );
    await text.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await preview().getByRole('button', { name: 'Open image: Image 1 of the text' }).waitFor();
    await page.keyboard.type('Decay of T1');
    expect(await text.inputValue()).toMatch(
      /^Since noon: !\[Decay of T1\]\(\/api\/images\/[0-9a-f]{32}-1200x300\.png\)$/,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Begin the discussion' }).click();
    await page.getByRole('heading', { name: 'T1 fell', level: 1 }).waitFor();
    address = pathOf(page);
  });

  it('an image in a post has its room before it is there, and opens large by Enter and closes by Escape', async () => {
    const image = page
      .getByRole('article', { name: 'First post' })
      .getByRole('button', { name: 'Open image: Decay of T1' });
    await image.locator('img').waitFor();
    const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(4, 0);
    // However slow the bytes are, the room is the same.
    await page.route('**/api/images/*', () => undefined);
    await page.goto(address);
    await image.waitFor();
    expect(await image.boundingBox()).toMatchObject({ width, height });
    await page.unroute('**/api/images/*');
    await page.goto(address);
    await image.locator('img').waitFor();
    await image.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Decay of T1' });
    await dialog.getByRole('img', { name: 'Decay of T1' }).waitFor();
    await keepScreenshot(page, 'image-large');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => image.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('images are dropped on a reply in their place, and what is not an image is refused and leaves the text', async () => {
    await reply().fill('Mine too');
    await drop('map of Q3.png', 'image/png', png(40, 60));
    await preview().waitFor();
    expect(await reply().inputValue()).toMatch(/^Mine too !\[map of Q3\]\(\/api\/images\/[0-9a-f]{32}-40x60\.png\)$/);
    const before = await reply().inputValue();
    await drop('notes.pdf', 'application/pdf', Buffer.from('%PDF-1.7'));
    await page.getByText('notes.pdf is not in the text: it is not an image').waitFor();
    await drop('large.png', 'image/png', png(4, 4), 4_000_000);
    await page.getByText('large.png is not in the text: it has 4.0 MB, and an image may have 4 MB').waitFor();
    await drop('lies.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>'));
    await page
      .getByText('lies.png is not in the text: The file is not an image of the kinds PNG, JPEG, GIF and WebP')
      .waitFor();
    expect(await reply().inputValue()).toBe(before);
    await keepScreenshot(page, 'image-in-reply');
    await expectAccessible(page);
  });

  it('a form waits for an image that is on its way, and keeps its text where that fails', async () => {
    let fail: (() => Promise<void>) | undefined;
    await page.route('**/api/images', (route) => {
      fail = () => route.abort();
    });
    const before = await reply().inputValue();
    await drop('late.png', 'image/png', png(5, 5));
    await page.getByText('Sending 1 image…').waitFor();
    await page.getByRole('button', { name: 'Send the reply' }).click();
    expect(await reply().evaluate((field: HTMLTextAreaElement) => field.validationMessage)).toBe(
      'Wait until the image is in the text',
    );
    await expect.poll(() => fail !== undefined).toBe(true);
    await fail?.();
    await page.getByText('late.png is not in the text:').waitFor();
    expect(await reply().inputValue()).toBe(before);
    await page.unroute('**/api/images');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page
      .getByRole('article', { name: `Reply of ${session.username}` })
      .getByRole('button', { name: 'Open image: map of Q3' })
      .waitFor();
    expect(await reply().inputValue()).toBe('');
  });

  it('an image of another server is a link, and the page asks no one for it', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await reply().fill('![a sheet](https://images.example.org/a.png)');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByRole('link', { name: 'a sheet' }).waitFor();
    expect(new Set(asked)).toEqual(new Set([new URL(session.service.url).host]));
  });

  it('a viewer adds an image to a reply by the keyboard alone, and sees those of others', async () => {
    const { page: viewer } = await openAsMember(session, 'viewer');
    // A key goes to the browser at once, and the dialog would be its own if it were awaited from then on.
    const chosen = viewer.waitForEvent('filechooser');
    await viewer.goto(address);
    await viewer.getByRole('button', { name: 'Open image: Decay of T1' }).locator('img').waitFor();
    await reply(viewer).focus();
    await viewer.keyboard.press('Tab');
    await viewer.keyboard.press('Enter');
    await (await chosen).setFiles([{ name: 'seen.png', mimeType: 'image/png', buffer: png(20, 10) }]);
    await preview(viewer).waitFor();
    expect(await reply(viewer).inputValue()).toMatch(/^!\[seen\]/);
    await viewer.context().close();
  });

  it('a note shows an image on a phone, within its width', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByRole('button', { name: 'Write the note of chip qpu-1' }).click();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add an image…' }).click();
    await (await chosen).setFiles([{ name: 'wide.png', mimeType: 'image/png', buffer: png(2000, 500) }]);
    await preview().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, 'image-in-note-360');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Open image: wide' }).locator('img').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open image: wide' }).click();
    await page.getByRole('dialog', { name: 'wide' }).waitFor();
    await expectNoSidewaysScroll(page);
  });

  it('a note that is found by what is said of its image shows that in words, and no address', async () => {
    await page.goto('/notes?q=wide');
    const found = page.getByRole('list', { name: 'Search results' }).getByRole('listitem');
    // The index follows a moment later.
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByText('Nothing found').or(found.first()).waitFor();
          return found.count();
        },
        { timeout: 300_000 },
      )
      .toBe(1);
    expect(await found.innerText()).toContain('[image: wide]');
    expect(await found.innerText()).not.toContain('/images/');
    expect(await found.locator('mark').innerText()).toBe('wide');
    await expectNoSidewaysScroll(page);
  });

  it('no page has met a script error or a refusal of its security policy', () => {
    // The requests that were cut off on purpose.
    expect(session.problems.filter((problem) => !/Failed to load resource|ERR_FAILED/.test(problem))).toEqual([]);
  });
});

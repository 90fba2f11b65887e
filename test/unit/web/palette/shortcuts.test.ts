import { describe, expect, it } from 'vitest';
import { type Begun, pressKey } from '../../../../web/ui/lib/keys/shortcuts.ts';

const act = () => {};
const shortcuts = { 'mod+k': act, '/': act, 'g o': act, 'g d': act };
const plain = { ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, begun?: Begun, options: { singleKeys?: boolean; now?: number } = {}) =>
  pressKey({ ...plain, key }, begun, shortcuts, { singleKeys: true, now: 0, ...options });

describe('keys that act anywhere', () => {
  it('two keys act one after the other, and not when the second comes late', () => {
    const { begun } = press('g');
    expect(press('o', begun, { now: 1_000 })).toEqual({ complete: 'g o' });
    expect(press('o', begun, { now: 2_000 })).toEqual({});
    expect(press('x', begun)).toEqual({});
    expect(press('o')).toEqual({});
  });

  it('a first key that is pressed again begins anew', () => {
    const { begun } = press('g');
    expect(press('g', begun, { now: 1_400 }).begun).toEqual({ key: 'g', at: 1_400 });
  });

  it('keys without Ctrl or Cmd are silent where they are turned off, and those with them are not', () => {
    const off = { singleKeys: false, now: 0 };
    expect(press('/', undefined, off)).toEqual({});
    expect(press('g', undefined, off)).toEqual({});
    for (const modifier of ['ctrlKey', 'metaKey'])
      expect(pressKey({ ...plain, key: 'K', [modifier]: true }, undefined, shortcuts, off)).toEqual({
        complete: 'mod+k',
      });
  });

  it('what the browser or the system has with a modifier is left to it', () => {
    expect(pressKey({ ...plain, key: 'g', ctrlKey: true }, undefined, shortcuts, { singleKeys: true, now: 0 })).toEqual(
      {},
    );
    expect(pressKey({ ...plain, key: '/', altKey: true }, undefined, shortcuts, { singleKeys: true, now: 0 })).toEqual(
      {},
    );
  });
});

import { describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { recognizeDocument } from '../../../web/lib/browser/device-documents.ts';

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('published devices'), () => {
  it.each([
    ['conf_torino', 'conf'],
    ['conf_sherbrooke', 'conf'],
    ['conf_nighthawk', 'conf'],
    ['props_nighthawk', 'props'],
    ['props_torino_2025-02-26', 'props'],
  ])('the file %s of a published device is recognised as %s', (name, kind) => {
    expect(recognizeDocument(publishedDevices.json(`ibm/${name}.json`))).toBe(kind);
  });
});

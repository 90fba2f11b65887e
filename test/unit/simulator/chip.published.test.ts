import { describe } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { describeMeasuring } from './measured-chip.ts';

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('Torino'), () => {
  describeMeasuring(() => ({
    conf: publishedDevices.json('ibm/conf_torino.json'),
    props: publishedDevices.json('ibm/props_torino_2025-02-26.json'),
  }));
});

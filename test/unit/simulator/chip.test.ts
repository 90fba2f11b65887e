import { describe } from 'vitest';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { describeMeasuring } from './measured-chip.ts';

describe('a chip of 133 qubits', () => {
  describeMeasuring(() => deviceDocuments('heavy-hex-133', '2025-02-26T15:26:08-05:00'));
});

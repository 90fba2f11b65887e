import { expect, it } from 'vitest';
import { type DriftAlert, inOrderOfNeed } from '../../../web/statistics/lib/drift/queries.ts';
import { muteText } from '../../../web/statistics/lib/drift/words.ts';

const alert = (target_id: string, more: Partial<DriftAlert> = {}) =>
  ({ target_id, state: 'alert', mute: null, acknowledgement: null, ...more }) as DriftAlert;
const seen = { acknowledged_by: 'amy', acknowledged_at: '', reason: 'known', accepts_level: false };

it('alerts that need a user come before watches, and answered ones come last', () => {
  const alerts = [
    alert('seen', { acknowledgement: seen }),
    alert('watched', { state: 'watch' }),
    alert('first'),
    alert('watched and seen', { state: 'watch', acknowledgement: seen }),
    alert('second'),
  ];
  const order = ['first', 'second', 'watched', 'seen', 'watched and seen'];
  expect(inOrderOfNeed(alerts).map(({ target_id }) => target_id)).toEqual(order);
});

it('a mute names its metric and its target as people read them', () => {
  const text = (metric: string | null, target_id: string | null) =>
    muteText({ metric, target_id, until: '', muted_by: '', muted_at: '', reason: '' });
  expect([text('t1', '9'), text(null, '9'), text('t1', null), text(null, '0-1')]).toEqual([
    'T1 of Q9',
    'Q9',
    'T1',
    '0-1',
  ]);
});

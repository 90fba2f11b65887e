import { expect, test } from 'vitest';
import { rowFilters } from '../../../../web/devices/lib/exports/row-filters.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('days are whole days of the display zone, and ids are separated by commas or spaces', () => {
  const given = {
    from: '2025-03-01',
    through: '2025-03-02',
    targets: '0,  5 0-1,',
    metric: ' t1 ',
    cooldown: '',
    task: '',
  };
  expect(rowFilters(form(given), 'Asia/Tokyo')).toEqual({
    start_at: '2025-02-28T15:00:00.000Z',
    end_at: '2025-03-02T14:59:59.999Z',
    cooldown_id: undefined,
    metric: 't1',
    task: undefined,
    targets: ['0', '5', '0-1'],
  });
});

test('what was left empty is not asked', () => {
  expect(Object.values(rowFilters(form({}), 'UTC'))).toEqual(Array.from({ length: 6 }, () => undefined));
});

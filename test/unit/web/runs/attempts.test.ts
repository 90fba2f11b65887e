import { expect, it } from 'vitest';
import { attemptsOf } from '../../../../web/runs/lib/attempts.ts';

const task = { name: 'CheckT1', task_type: 'qubit', qid: '1', stage: 0 } as const;
const of = { task_name: 'CheckT1', task_type: 'qubit', qid: '1', stage: 0 } as const;
const first = { ...task, task_id: 'a', attempt: 0 };
const second = { ...task, task_id: 'b', attempt: 1 };

it('attempts of a task are those of its target and stage, in their order', () => {
  const others = [
    { ...second, qid: '2' },
    { ...second, stage: 1 },
    { ...second, mux_id: 0 },
    { ...second, name: 'CheckT2' },
  ];
  expect(attemptsOf([second, ...others, first], of)).toEqual([first, second]);
});

it('a task that was tried once has no attempts to compare', () => {
  expect(attemptsOf([first], of)).toEqual([]);
});

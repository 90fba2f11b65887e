import { describe, expect, it } from 'vitest';
import { parseTaskDocument, renderTaskDocument } from '#shared/results/rules/knowledge/document.ts';
import { families, familyOf } from '#shared/results/rules/knowledge/families.ts';
import { standardDocument } from '#shared/results/rules/knowledge/standard.ts';
import { findTask, taskCatalogue, taskNames } from '#shared/runs/rules/task-catalogue.ts';

describe('standard documents of tasks', () => {
  it('every standard task is of one kind of experiment, and no kind names another task', () => {
    const named = families.flatMap(({ tasks }) => tasks);
    expect(named.toSorted()).toEqual([...taskNames].toSorted());
    expect(familyOf('CheckNothing')).toBeUndefined();
  });

  it.each(taskCatalogue)('the document of $name is read back as it was written', (task) => {
    const document = standardDocument(task);
    expect(parseTaskDocument(renderTaskDocument(task.name, document))).toEqual(document);
    expect(document.prerequisites.filter((name) => !findTask(name))).toEqual([]);
    expect(document.prerequisites).not.toContain(task.name);
  });

  it('a task follows those that measure what it starts from, on its own qubits too', () => {
    const of = (name: string) =>
      taskCatalogue.filter((task) => task.name === name).flatMap((task) => standardDocument(task).prerequisites);
    expect(of('CheckRabi')).toContain('CheckResonatorSpectroscopy');
    expect(of('CheckCrossResonance')).toContain('CreateDRAGHPIPulse');
    expect(of('Check1QGateCoherenceLimit')).toEqual(['CheckT1Average', 'CheckT2EchoAverage']);
    expect(of('LinkUp')).toEqual([]);
  });
});

describe('documents of a project', () => {
  it('headings count in any order and case, and Windows line ends are none', () => {
    const document = parseTaskDocument(
      '# X\r\nA\r\n\r\n## TIPS\r\n* one\r\n2) two\r\n## what it measures\r\nB\r\nC\r\n',
    );
    expect(document).toMatchObject({ summary: 'A', tips: ['one', 'two'], whatItMeasures: 'B\nC' });
  });

  it('a heading that comes twice goes on where it was', () => {
    expect(parseTaskDocument('## Tips\n- a\n## Other\n- b\n## Tips\n- c').tips).toEqual(['a', 'c']);
  });

  it('a text without headings is a summary, and an empty one says nothing', () => {
    expect(parseTaskDocument('just words').summary).toBe('just words');
    expect(parseTaskDocument('')).toMatchObject({ summary: '', failureModes: [], images: [], reviewGuide: '' });
  });

  it('a line below a failure that says nothing of it is a failure of its own', () => {
    const { failureModes } = parseTaskDocument(
      '## Failure modes\n  - next: begin\n- info: a\n  - colour: red\n  - CAUSE: heat',
    );
    expect(failureModes.map(({ severity, description, cause }) => [severity, description, cause])).toEqual([
      ['warning', 'next: begin', ''],
      ['info', 'a', ''],
      ['warning', 'colour: red', 'heat'],
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksManaged, parseFlow } from '#shared/flows/rules/parse-document.ts';
import { problemSentence } from '#shared/flows/rules/problems.ts';
import { resolvePlan } from '#shared/flows/rules/resolve-plan.ts';
import { readRunRequest } from '#shared/flows/rules/run-request.ts';
import { flowTemplates } from '#shared/flows/rules/templates/templates.ts';
import { countTasks } from '#shared/runs/rules/enumerate-plan.ts';
import { findTask, taskNames } from '#shared/runs/rules/task-catalogue.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { layoutOf } from '#test/unit/flows/chips.ts';

const chip = layoutOf('square-lattice-mux-64');

/** Bytes, YAML in pieces, and templates with a part exchanged: from far off to nearly right. */
const pieces = [
  'stages',
  ':',
  ' ',
  '\n',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a',
  '*a',
  '"',
  "'",
  '|',
  '>',
  '#',
  '!!',
  '\t',
  '?',
  '<<',
  '%',
  '---',
  '...',
  'name',
  'tasks',
  'CheckT1',
  'targets',
  'qubits',
  'all',
  '0',
  '~',
  '\u0000',
  '\ud800',
  '😀',
];
const broken = fc
  .tuple(
    fc.constantFrom(...flowTemplates),
    fc.nat(),
    fc.nat(40),
    fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
  )
  .map(([{ code }, at, length, put]) => {
    const from = at % code.length;
    return code.slice(0, from) + put.join('') + code.slice(from + length);
  });
const source = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes)),
  fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join('')),
  broken,
);

describe('the source of a flow', () => {
  it('the source of a flow, whatever it is, is a document or has problems, each of them within it', () => {
    fc.assert(
      fc.property(source, (text) => {
        looksManaged(text);
        const { document, problems } = parseFlow(text);
        expect(document === undefined).toBe(problems.length > 0);
        const lines = text.split(/\r\n?|\n/);
        for (const { place, message } of problems) {
          expect(message).not.toBe('');
          if (!place) continue;
          expect(place.line).toBeLessThanOrEqual(lines.length);
          expect(place.column).toBeLessThanOrEqual((lines[place.line - 1] ?? '').length + 2);
        }
      }),
      { numRuns: caseCount(3000) },
    );
  });

  it('a source that is a document makes a plan of any chip, or names what is missing', () => {
    fc.assert(
      fc.property(
        broken,
        fc.dictionary(fc.constantFrom('qids', 'mux_ids', 'seed', 'shots', 'x'), fc.jsonValue()),
        (text, given) => {
          const { document } = parseFlow(text);
          if (!document) return;
          const { request } = readRunRequest(document, given);
          const { plan, problems } = resolvePlan(document, chip, request);
          expect(plan === undefined).toBe(problems.length > 0);
        },
      ),
      { numRuns: caseCount(2000) },
    );
  });

  it('a source with one wrong task has one problem, in the line of that task', () => {
    const tasks = fc.array(fc.constantFrom(...taskNames), { minLength: 1, maxLength: 30 });
    const blank = fc.array(fc.constantFrom('', '# a comment', '    # deeper'), { maxLength: 5 });
    fc.assert(
      fc.property(tasks, fc.nat(), blank, fc.constantFrom('\n', '\r\n'), (names, at, before, lineEnd) => {
        const wrong = at % names.length;
        const lines = names.map((name, index) => `      - ${index === wrong ? 'Nothing' : name}`);
        const text = [...before, 'stages:', '  - name: a', '    tasks:', ...lines, ''].join(lineEnd);
        expect(parseFlow(text).problems.map(problemSentence)).toEqual([
          `line ${before.length + 4 + wrong}, column 9: unknown task 'Nothing'`,
        ]);
      }),
      { numRuns: caseCount(500) },
    );
  });

  it('a source makes as many tasks as its stages have targets of each kind, all of them on the chip', () => {
    const stage = fc.record({
      tasks: fc.array(fc.constantFrom(...taskNames), { minLength: 1, maxLength: 6 }),
      qids: fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 1, maxLength: 20 }),
      couplings: fc.uniqueArray(fc.constantFrom(...chip.couplingIds), { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(stage, { minLength: 1, maxLength: 5 }), (stages) => {
        const text = JSON.stringify({
          stages: stages.map(({ tasks, qids, couplings }, index) => ({
            name: index,
            tasks,
            targets: { qubits: qids, couplings },
          })),
        });
        const { document, problems } = parseFlow(text);
        expect(problems).toEqual([]);
        if (!document) return;
        const { plan } = resolvePlan(document, chip, readRunRequest(document, {}).request);
        const counts = { qubit: 0, coupling: 0, global: 0, system: 0 };
        const expected = stages.reduce((sum, { tasks, qids, couplings }) => {
          const per = { ...counts, qubit: qids.length, coupling: couplings.length, global: 1, system: 1 };
          return sum + tasks.reduce((total, name) => total + per[findTask(name)?.type ?? 'global'], 0);
        }, 0);
        expect(plan && countTasks(plan)).toBe(expected);
        for (const { qids, couplingIds } of plan?.stages ?? []) {
          expect(qids.every((qid) => chip.qids.includes(qid))).toBe(true);
          expect(couplingIds.every((id) => chip.couplingIds.includes(id))).toBe(true);
        }
      }),
      { numRuns: caseCount(300) },
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTaskDocument, renderTaskDocument } from '#shared/results/rules/knowledge/document.ts';

/** Words of a person in one line, which begin neither a heading nor a list. */
const line = fc
  .array(fc.constantFrom('T1', 'falls', 'μs', 'a:b', '(x)', '😀', '2π', '- 3'), { minLength: 1, maxLength: 4 })
  .map((words) => `so ${words.join(' ')}`);
const maybe = fc.option(line, { nil: '' });
const lines = fc.array(line, { maxLength: 3 });
const document = fc.record({
  summary: maybe,
  whatItMeasures: maybe,
  physicalPrinciple: maybe,
  expected: fc.record({
    ...{ description: maybe, resultType: maybe, xAxis: maybe, yAxis: maybe, zAxis: maybe, fitModel: maybe },
    ...{ typicalRange: maybe, goodVisual: maybe },
  }),
  evaluationCriteria: maybe,
  checkQuestions: lines,
  failureModes: fc.array(
    fc.record({
      severity: fc.constantFrom('critical', 'warning', 'info'),
      ...{ description: line, cause: maybe, visual: maybe, nextAction: maybe },
    }),
    { maxLength: 3 },
  ),
  ...{ tips: lines, analysisGuide: lines, prerequisites: lines, reviewGuide: maybe, images: fc.constant([]) },
});

it('a document of a task is read back as it was written', () => {
  fc.assert(
    fc.property(document, line, (written, name) => {
      expect(parseTaskDocument(renderTaskDocument(name, written))).toEqual(written);
    }),
  );
});

it('any text is a document, which says nothing twice', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => {
      const { summary, images } = parseTaskDocument(text);
      expect(summary.length).toBeLessThanOrEqual(text.length);
      expect(images.length).toBeLessThanOrEqual(text.length);
    }),
  );
});

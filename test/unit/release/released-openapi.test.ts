import { expect, test } from 'vitest';
import { idleAgreements, unagreedBreaks } from '#scripts/release/lib/agreed-breaks.ts';
import { openApiChanges } from '#scripts/release/lib/openapi-changes.ts';
import { changeText, presentDocument, releasedDocument } from '#scripts/release/lib/released-document.ts';

test('the interface does not break the clients of the last release but where that was agreed to', () => {
  const released = releasedDocument();
  if (!released) throw new Error('docs/openapi/released.json is missing: make it by `npm run release:openapi`');
  expect(Object.keys(released.paths).length).toBeGreaterThan(0);
  const changes = openApiChanges(released, presentDocument());
  expect(unagreedBreaks(changes).map(changeText)).toEqual([]);
  expect(idleAgreements(changes)).toEqual([]);
});

test('the comparison sees into every operation of the real interface', () => {
  const present = presentDocument();
  const less = structuredClone(present);
  const operations = Object.values(less.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) delete operation.responses['500'];
  expect(operations.length).toBeGreaterThan(0);
  expect(openApiChanges(present, less).map(changeText)).toEqual(
    operations.map(({ operationId }) => `${operationId}: response 500 was removed`),
  );
});

test('a field removed from an answer of the real interface is found', () => {
  const present = presentDocument();
  const less = structuredClone(present);
  const health = less.components?.schemas?.Health as { properties: Record<string, unknown> };
  delete health.properties.version;
  expect(openApiChanges(present, less).map(changeText)).toContain('getHealth: response 200.version was removed');
});

import { expect, it } from 'vitest';
import { pythonAnswers, type Schema } from '#scripts/build/lib/python-answers.ts';

/** The definitions of a document with one operation that answers so, without the head of the module. */
function definitions(schema: Schema, schemas: Record<string, Schema> = {}): string {
  const responses = {
    200: { content: { 'application/json': { schema } } },
    404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
  };
  const paths = { '/chips': { get: { operationId: 'listChips', summary: 'Chips', responses } } };
  const [, text = ''] = pythonAnswers({ paths, components: { schemas } }).split(/import NotRequired\n\n\n/);
  return text;
}

it('an answer becomes a class whose optional fields may be absent and whose nullable ones may be None', () => {
  const text = definitions({
    type: 'object',
    properties: {
      size: { type: 'integer' },
      state: { enum: ['fresh', 'stale'] },
      error: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      note: { type: 'string' },
    },
    required: ['size', 'state', 'error'],
  });
  expect(text).toBe(
    [
      'class ListChipsAnswer(TypedDict):',
      '    """Answer of `listChips`: Chips."""',
      '',
      '    size: int',
      '    state: Literal["fresh", "stale"]',
      '    error: Union[float, None]',
      '    note: NotRequired[str]',
      '',
    ].join('\n'),
  );
});

it('a named shape is defined once under its name, may name itself, and only what answers use is defined', () => {
  const node: Schema = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    required: ['children'],
  };
  const text = definitions(
    { type: 'array', items: { $ref: '#/components/schemas/Node' } },
    { Node: node, Refusal: node },
  );
  expect(text).toBe('class Node(TypedDict):\n    children: list[Node]\n\n\nListChipsAnswer = list[Node]\n');
});

it('an object within another has the name of its place, and one of free keys is a dict', () => {
  const inner: Schema = { type: 'object', properties: { x: { type: 'boolean' } }, required: ['x'] };
  const text = definitions({
    type: 'object',
    properties: { by_id: { type: 'object', additionalProperties: inner }, any: { type: 'object' } },
    required: ['by_id', 'any'],
  });
  expect(text).toContain('    by_id: dict[str, ListChipsAnswerByIdEntry]\n    any: dict[str, Any]\n');
  expect(text).toContain('class ListChipsAnswerByIdEntry(TypedDict):\n    x: bool\n');
});

it('a field that is a word of Python makes a class by call', () => {
  const text = definitions({ type: 'object', properties: { from: { enum: ['a'] } }, required: ['from'] });
  expect(text).toContain(
    `ListChipsAnswer = TypedDict(\n    "ListChipsAnswer",\n    {\n        "from": 'Literal["a"]',\n    },\n)\n`,
  );
});

it('two shapes of one name are refused', () => {
  const shape: Schema = { type: 'object', properties: { x: { type: 'string' } } };
  const place: Schema = { type: 'object', properties: { entry: shape, Entry: shape } };
  expect(() => definitions(place)).toThrow("Two answers have the name 'ListChipsAnswerEntry'");
});

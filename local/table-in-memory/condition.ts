import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type Path, type Placeholders, readPath, valueAt } from './paths.ts';
import { Tokens } from './tokens.ts';
import { compareValues, equalValues, type Image } from './values.ts';

/** Whether an item (empty if there is none) meets a condition. */
export type Test = (item: Image, by: Placeholders) => boolean;

type Operand = (item: Image, by: Placeholders) => AttributeValue | undefined;

const read = new Map<string, Test>();

/** Parses a condition expression: all of the syntax that the service uses (DynamoDB, Condition expressions). */
export function testOf(expression: string): Test {
  const known = read.get(expression);
  if (known) return known;
  const tokens = new Tokens(expression);
  const test = readAlternatives(tokens);
  if (tokens.peek() !== '') throw new Error(`"${expression}" goes on with "${tokens.peek()}"`);
  read.set(expression, test);
  return test;
}

function readAlternatives(tokens: Tokens): Test {
  const parts = [readAll(tokens)];
  while (tokens.takeIf('OR')) parts.push(readAll(tokens));
  return (item, by) => parts.some((part) => part(item, by));
}

function readAll(tokens: Tokens): Test {
  const parts = [readOne(tokens)];
  while (tokens.takeIf('AND')) parts.push(readOne(tokens));
  return (item, by) => parts.every((part) => part(item, by));
}

function readOne(tokens: Tokens): Test {
  if (tokens.takeIf('NOT')) {
    const test = readOne(tokens);
    return (item, by) => !test(item, by);
  }
  if (tokens.takeIf('(')) {
    const test = readAlternatives(tokens);
    tokens.expect(')');
    return test;
  }
  return tokens.peek(1) === '(' ? readFunction(tokens) : readComparison(tokens);
}

function readFunction(tokens: Tokens): Test {
  const name = tokens.take();
  tokens.expect('(');
  const path = readPath(tokens);
  const prefix = tokens.takeIf(',') ? readOperand(tokens) : undefined;
  tokens.expect(')');
  if (name === 'attribute_exists') return (item, by) => valueAt(item, path, by) !== undefined;
  if (name === 'attribute_not_exists') return (item, by) => valueAt(item, path, by) === undefined;
  if (name === 'begins_with' && prefix)
    return (item, by) => valueAt(item, path, by)?.S?.startsWith(prefix(item, by)?.S ?? '\u0000') ?? false;
  throw new Error(`The function ${name} is not known`);
}

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function readComparison(tokens: Tokens): Test {
  const left = readOperand(tokens);
  const mark = tokens.take();
  if (mark.toUpperCase() === 'IN') return readIn(tokens, left);
  if (mark.toUpperCase() === 'BETWEEN') {
    const from = readOperand(tokens);
    tokens.expect('AND');
    const through = readOperand(tokens);
    return (item, by) =>
      isOrdered(left(item, by), from(item, by), (order) => order >= 0) &&
      isOrdered(left(item, by), through(item, by), (order) => order <= 0);
  }
  const right = readOperand(tokens);
  if (mark === '=') return (item, by) => isEqual(left(item, by), right(item, by));
  // A missing attribute differs from every value.
  if (mark === '<>') return (item, by) => !isEqual(left(item, by), right(item, by));
  const holds = orders[mark];
  if (!holds) throw new Error(`The comparison ${mark} is not known`);
  return (item, by) => isOrdered(left(item, by), right(item, by), holds);
}

function readIn(tokens: Tokens, left: Operand): Test {
  tokens.expect('(');
  const options = [readOperand(tokens)];
  while (tokens.takeIf(',')) options.push(readOperand(tokens));
  tokens.expect(')');
  return (item, by) => options.some((option) => isEqual(left(item, by), option(item, by)));
}

function readOperand(tokens: Tokens): Operand {
  if (!tokens.peek().startsWith(':')) {
    const path: Path = readPath(tokens);
    return (item, by) => valueAt(item, path, by);
  }
  const name = tokens.take();
  return (_item, { values }) => {
    if (!values[name]) throw new Error(`The value ${name} is not given`);
    return values[name];
  };
}

const isEqual = (a: AttributeValue | undefined, b: AttributeValue | undefined): boolean =>
  a !== undefined && b !== undefined && equalValues(a, b);

function isOrdered(
  a: AttributeValue | undefined,
  b: AttributeValue | undefined,
  holds: (order: number) => boolean,
): boolean {
  const order = a && b && compareValues(a, b);
  return order !== undefined && holds(order);
}

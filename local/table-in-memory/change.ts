import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { invalid, type Path, type Placeholders, readPath, valueAt, withValueAt } from './paths.ts';
import { Tokens } from './tokens.ts';
import type { Image } from './values.ts';

/**
 * Applies an update to an item. Every right side uses the item before the update. @throws Error `ValidationException`.
 */
export type Change = (item: Image, by: Placeholders) => Image;

type Action = (before: Image, after: Image, by: Placeholders) => Image;
type Operand = (before: Image, by: Placeholders) => AttributeValue;

const read = new Map<string, Change>();

/** Parses an update expression: all of the syntax that the service uses (DynamoDB, Update expressions). */
export function changeOf(expression: string): Change {
  const known = read.get(expression);
  if (known) return known;
  const tokens = new Tokens(expression);
  const actions: Action[] = [];
  while (tokens.peek() !== '') {
    const readAction = clauses[tokens.take().toUpperCase()];
    if (!readAction) throw new Error(`"${expression}" has a clause that is not known`);
    do actions.push(readAction(tokens));
    while (tokens.takeIf(','));
  }
  const change: Change = (item, by) => actions.reduce((after, action) => action(item, after, by), item);
  read.set(expression, change);
  return change;
}

const clauses: Readonly<Record<string, (tokens: Tokens) => Action>> = {
  SET: (tokens) => {
    const path = readPath(tokens);
    tokens.expect('=');
    const value = readSum(tokens);
    return (before, after, by) => withValueAt(after, path, by, value(before, by));
  },
  REMOVE: (tokens) => {
    const path = readPath(tokens);
    return (_before, after, by) => withValueAt(after, path, by, undefined);
  },
  ADD: (tokens) => {
    const path = readPath(tokens);
    const value = readOperand(tokens);
    return (before, after, by) => {
      const present = valueAt(before, path, by) ?? { N: '0' };
      return withValueAt(after, path, by, sum(present, value(before, by), 1));
    };
  },
};

function readSum(tokens: Tokens): Operand {
  const left = readOperand(tokens);
  const sign = tokens.peek() === '+' ? 1 : tokens.peek() === '-' ? -1 : 0;
  if (sign === 0) return left;
  tokens.take();
  const right = readOperand(tokens);
  return (before, by) => sum(left(before, by), right(before, by), sign);
}

function sum(a: AttributeValue, b: AttributeValue, sign: 1 | -1): AttributeValue {
  if (a.N === undefined || b.N === undefined)
    throw invalid('An operand in the update expression has an incorrect data type');
  return { N: String(Number(a.N) + sign * Number(b.N)) };
}

function readOperand(tokens: Tokens): Operand {
  if (tokens.peek().startsWith(':')) {
    const name = tokens.take();
    return (_before, { values }) => {
      if (!values[name]) throw new Error(`The value ${name} is not given`);
      return values[name];
    };
  }
  if (tokens.takeIf('if_not_exists')) {
    tokens.expect('(');
    const path = readPath(tokens);
    tokens.expect(',');
    const otherwise = readOperand(tokens);
    tokens.expect(')');
    return (before, by) => valueAt(before, path, by) ?? otherwise(before, by);
  }
  const path: Path = readPath(tokens);
  return (before, by) => {
    const value = valueAt(before, path, by);
    if (!value) throw invalid('The provided expression refers to an attribute that does not exist in the item');
    return value;
  };
}

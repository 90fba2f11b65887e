/** Licence expressions of SPDX (its specification, annex "SPDX license expressions"): names, AND, OR, WITH, brackets. */

type Check = (allowed: ReadonlySet<string>) => boolean;

/**
 * Whether the terms of an expression can be met with allowed licences alone: of OR one side, of AND both.
 * An identifier with an exception is a name of its own, `GPL-2.0-only WITH Classpath-exception-2.0`.
 * @throws Error for text that is no expression.
 */
export function satisfies(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  const check = readOr(tokens);
  if (tokens.length > 0) throw new Error(`'${expression}' is no licence expression`);
  return check(allowed);
}

// AND binds stronger than OR. The readers take what they read from the front of the list.
function readOr(tokens: string[]): Check {
  const parts = readList(tokens, 'OR', readAnd);
  return (allowed) => parts.some((part) => part(allowed));
}

function readAnd(tokens: string[]): Check {
  const parts = readList(tokens, 'AND', readOne);
  return (allowed) => parts.every((part) => part(allowed));
}

function readList(tokens: string[], word: string, read: (tokens: string[]) => Check): Check[] {
  const parts = [read(tokens)];
  while (tokens[0] === word) {
    tokens.shift();
    parts.push(read(tokens));
  }
  return parts;
}

function readOne(tokens: string[]): Check {
  const token = tokens.shift();
  if (token === '(') {
    const inner = readOr(tokens);
    if (tokens.shift() !== ')') throw new Error('A bracket of a licence expression is not closed');
    return inner;
  }
  if (token === undefined || !/^[A-Za-z0-9.+-]+$/.test(token)) throw new Error(`'${token ?? ''}' is no licence name`);
  const exception = tokens[0] === 'WITH' ? ` ${tokens.shift()} ${tokens.shift()}` : '';
  return (allowed) => allowed.has(token + exception);
}

/** A condition in a request to the table (DynamoDB, Condition expressions). */
export interface ConditionLike {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

type Expression = string | { all: Expression[] } | { any: Expression[] };

/** True for every item, existing or not. */
const always = 'attribute_exists(pk) OR attribute_not_exists(pk)';

/** The removable parts of a condition, by their text. */
export interface Parts {
  /** The whole, or an operand of `AND`: without it the condition is weaker, which shows when it refuses. */
  demands: string[];
  /** Operands of `OR`: without one the condition is stronger, which shows when it holds. */
  alternatives: string[];
}

/** The parts of an expression at every depth. */
export function partsOf(expression: string): Parts {
  const root = parse(expression);
  const demands = new Set<string>();
  const alternatives = new Set<string>();
  const collect = (one: Expression) => {
    for (const child of childrenOf(one)) {
      (typeof one !== 'string' && 'any' in one ? alternatives : demands).add(textOf(child));
      collect(child);
    }
  };
  // Removing a whole AND is weaker than removing one operand, so only the operands are tested.
  if (typeof root === 'string' || 'any' in root) demands.add(textOf(root));
  collect(root);
  return { demands: [...demands], alternatives: [...alternatives] };
}

/** A condition without one of its parts, and with the remaining names and values; unchanged if it has no such part. */
export function withoutPart(condition: ConditionLike, part: string): ConditionLike {
  const root = parse(condition.expression);
  const rest = takeOut(root, part);
  const expression = rest === undefined ? always : textOf(rest);
  const used = new Set(expression.match(/[#:]\w+/g));
  const kept = <T>(given: Record<string, T> = {}) =>
    Object.fromEntries(Object.entries(given).filter(([placeholder]) => used.has(placeholder)));
  return { expression, names: kept(condition.names), values: kept(condition.values) };
}

function takeOut(one: Expression, part: string): Expression | undefined {
  if (textOf(one) === part) return undefined;
  if (typeof one === 'string') return one;
  const rest = childrenOf(one).flatMap((child) => takeOut(child, part) ?? []);
  return 'all' in one ? { all: rest } : { any: rest };
}

const childrenOf = (one: Expression): Expression[] => {
  if (typeof one === 'string') return [];
  return 'all' in one ? one.all : one.any;
};

function textOf(one: Expression): string {
  if (typeof one === 'string') return one;
  const within = childrenOf(one).map((child) => (typeof child === 'string' ? child : `(${textOf(child)})`));
  return within.join('all' in one ? ' AND ' : ' OR ');
}

function parse(text: string): Expression {
  const trimmed = text.trim();
  const any = splitAt(trimmed, ' OR ');
  if (any.length > 1) return { any: any.map(parse).flatMap((one) => alternativesOf(one)) };
  const all = splitAt(trimmed, ' AND ');
  if (all.length > 1) return { all: all.map(parse).flatMap((one) => demandsOf(one)) };
  return isEnclosed(trimmed) ? parse(trimmed.slice(1, -1)) : trimmed;
}

/** Nested groups with the same operator are flattened. */
const alternativesOf = (one: Expression): Expression[] => (typeof one !== 'string' && 'any' in one ? one.any : [one]);
const demandsOf = (one: Expression): Expression[] => (typeof one !== 'string' && 'all' in one ? one.all : [one]);

/** Splits at a word outside parentheses. */
function splitAt(text: string, word: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    else if (depth === 0 && text.startsWith(word, at)) {
      pieces.push(text.slice(from, at));
      from = at + word.length;
    }
  }
  return [...pieces, text.slice(from)];
}

/** Whether the last parenthesis closes the first. */
function isEnclosed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

// Arithmetic without running anything: a small parser that works out what it reads. Nothing of the
// language underneath can be named, because names are looked up in two tables of its own.
import { err, ok, type Result } from '../../contract/result.ts'

export const LONGEST_EXPRESSION = 2_000
/** Parentheses, signs and powers inside each other. */
const DEEPEST = 100

const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

type Fn = { readonly least: number; readonly most: number; readonly of: (...n: number[]) => number }
const one = (of: (n: number) => number): Fn => ({ least: 1, most: 1, of })
const many = (of: (...n: number[]) => number): Fn => ({ least: 1, most: 100, of })

const functions: ReadonlyMap<string, Fn> = new Map([
  ...(['sqrt', 'cbrt', 'abs', 'floor', 'ceil', 'round', 'trunc', 'sign'] as const).map(
    (name) => [name, one(Math[name])] as const,
  ),
  ...(['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'log2', 'log10'] as const).map(
    (name) => [name, one(Math[name])] as const,
  ),
  ['ln', one(Math.log)],
  // With a second number: the base.
  [
    'log',
    { least: 1, most: 2, of: (n, base) => (base === undefined ? Math.log(n) : logOf(n, base)) },
  ],
  ['pow', { least: 2, most: 2, of: (n, power) => n ** (power ?? 1) }],
  ['hypot', many(Math.hypot)],
  ['min', many(Math.min)],
  ['max', many(Math.max)],
  ['sum', many((...n) => n.reduce((sum, each) => sum + each, 0))],
  ['mean', many((...n) => n.reduce((sum, each) => sum + each, 0) / n.length)],
])

const logOf = (n: number, base: number): number =>
  base === 10 ? Math.log10(n) : base === 2 ? Math.log2(n) : Math.log(n) / Math.log(base)

type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name' | 'sign'; readonly text: string }

/** The value, or what is wrong in words that finish "It cannot be worked out: …". */
export function evaluateMath(expression: string): Result<number, string> {
  if (expression.length > LONGEST_EXPRESSION)
    return err(`it is longer than ${LONGEST_EXPRESSION} characters`)
  const tokens = tokensOf(expression)
  if (!tokens.ok) return tokens
  try {
    const value = parse(tokens.value)
    if (Number.isFinite(value)) return ok(value)
    return err(Number.isNaN(value) ? 'it has no value' : 'the value is too large, or divides by 0')
  } catch (fault) {
    if (fault instanceof Wrong) return err(fault.message)
    throw fault
  }
}

class Wrong extends Error {}

function tokensOf(expression: string): Result<readonly Token[], string> {
  const pattern =
    /\s+|(?<number>(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[a-zA-Z][a-zA-Z0-9]*)|(?<sign>\*\*|[-+*/%^(),])/y
  const tokens: Token[] = []
  while (pattern.lastIndex < expression.length) {
    const at = pattern.lastIndex
    const groups = pattern.exec(expression)
    if (groups === null) return err(`character ${at + 1} is not understood`)
    const { number, name, sign } = groups.groups ?? {}
    if (number !== undefined)
      tokens.push({ kind: 'number', value: Number(number.replaceAll('_', '')) })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase() })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign })
  }
  return ok(tokens)
}

/** sum: product (+ product)… · product: power (* power)… · power: atom (^ signed)? */
function parse(tokens: readonly Token[]): number {
  let at = 0
  const sign = (): string | null => {
    const token = tokens[at]
    return token?.kind === 'sign' ? token.text : null
  }
  const take = (text: string): boolean => {
    if (sign() !== text) return false
    at++
    return true
  }
  const need = (text: string): void => {
    if (!take(text)) throw new Wrong(`"${text}" is missing`)
  }

  const sum = (depth: number): number => {
    let value = product(depth)
    for (;;) {
      if (take('+')) value += product(depth)
      else if (take('-')) value -= product(depth)
      else return value
    }
  }
  const product = (depth: number): number => {
    let value = signed(depth)
    for (;;) {
      if (take('*')) value *= signed(depth)
      else if (take('/')) value /= signed(depth)
      else if (take('%')) value %= signed(depth)
      else return value
    }
  }
  // A sign is weaker than a power: -2^2 is -4.
  const signed = (depth: number): number => {
    if (depth > DEEPEST) throw new Wrong(`it is nested deeper than ${DEEPEST} levels`)
    if (take('-')) return -signed(depth + 1)
    if (take('+')) return signed(depth + 1)
    const base = atom(depth)
    return take('^') ? base ** signed(depth + 1) : base
  }
  const atom = (depth: number): number => {
    const token = tokens[at]
    if (token === undefined) throw new Wrong('it ends too early')
    at++
    if (token.kind === 'number') return token.value
    if (token.kind === 'sign') {
      if (token.text !== '(') throw new Wrong(`"${token.text}" is not a number`)
      const value = sum(depth + 1)
      need(')')
      return value
    }
    const constant = constants.get(token.text)
    if (constant !== undefined) return constant
    const fn = functions.get(token.text)
    if (fn === undefined) throw new Wrong(`there is no function or constant "${token.text}"`)
    return call(token.text, fn, depth)
  }
  const call = (name: string, { least, most, of }: Fn, depth: number): number => {
    need('(')
    const given: number[] = []
    if (!take(')')) {
      do given.push(sum(depth + 1))
      while (take(','))
      need(')')
    }
    if (given.length < least || given.length > most)
      throw new Wrong(
        `${name} takes ${least === most ? least : `${least} to ${most}`} numbers, not ${given.length}`,
      )
    return of(...given)
  }

  const value = sum(0)
  if (at < tokens.length) throw new Wrong('something follows where it should end')
  return value
}

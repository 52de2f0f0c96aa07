// Writes a pattern for an engine. Pure.
import { assertNever } from '../../../contract/never.ts'
import type { CharSet, Pattern } from './pattern.ts'

/** JavaScript's with the flag u, and that of ripgrep, which is Rust's. */
export type Engine = 'script' | 'ripgrep'

export function sourceOf(pattern: Pattern, engine: Engine): string {
  switch (pattern.kind) {
    case 'set':
      return setSource(pattern.set, engine)
    case 'sequence':
      return pattern.of.map((each) => sourceOf(each, engine)).join('')
    case 'choice':
      return `(?:${pattern.of.map((each) => sourceOf(each, engine)).join('|')})`
    case 'repeat': {
      const { min, max } = pattern
      return `(?:${sourceOf(pattern.of, engine)}){${min},${max ?? ''}}`
    }
    case 'start':
      return '^'
    case 'end':
      // Of a line that ends in CR LF the CR is no text. Ripgrep cannot look ahead, and takes it.
      return engine === 'script' ? String.raw`(?=\r?$)` : String.raw`(?:\x0d?$)`
    case 'edge':
      return engine === 'script' ? String.raw`(?-i:\b)` : String.raw`(?-u:\b)`
    case 'no-edge':
      return engine === 'script' ? String.raw`(?-i:\B)` : String.raw`(?-u:\B)`
    default:
      return assertNever(pattern, 'sourceOf')
  }
}

const code = (each: number, engine: Engine): string =>
  `${engine === 'script' ? String.raw`\u` : String.raw`\x`}{${each.toString(16)}}`

export function setSource({ negated, ranges }: CharSet, engine: Engine): string {
  const members = ranges.map(([from, to]) =>
    from === to ? code(from, engine) : `${code(from, engine)}-${code(to, engine)}`,
  )
  const [only] = members
  if (!negated)
    return members.length === 1 && ranges[0]?.[0] === ranges[0]?.[1]
      ? (only ?? '')
      : `[${members.join('')}]`
  // Ripgrep leaves line feeds and what is no text out by itself.
  if (engine === 'ripgrep') return ranges.length === 0 ? '.' : `[^${members.join('')}]`
  return String.raw`[^\n\ud800-\udfff${members.join('')}]`
}

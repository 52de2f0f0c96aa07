// What is wrong with a value by the shape of its form. Pure. Not the judge: anyone who takes the
// value checks it again, by the whole schema; this is for saying so early and in the right place.
import { isRecord, type JsonValue, type Shape } from './schema-shape.ts'

/** `at`: JSON Pointer into the value. */
export type Problem = { readonly at: string } & (
  | {
      readonly kind:
        | 'missing'
        | 'not-text'
        | 'not-number'
        | 'not-whole'
        | 'not-flag'
        | 'not-list'
        | 'not-object'
        | 'not-json'
        | 'not-choice'
    }
  | { readonly kind: 'short' | 'long' | 'low' | 'high' | 'few' | 'many'; readonly limit: number }
  | { readonly kind: 'pattern'; readonly pattern: string }
)

export function check(shape: Shape, value: JsonValue | undefined, at = ''): readonly Problem[] {
  if (value === undefined) return []
  switch (shape.kind) {
    case 'text': {
      if (typeof value !== 'string') return [{ at, kind: 'not-text' }]
      if (value.length < shape.min) return [{ at, kind: 'short', limit: shape.min }]
      if (shape.max !== null && value.length > shape.max)
        return [{ at, kind: 'long', limit: shape.max }]
      return shape.pattern === null || fits(shape.pattern, value)
        ? []
        : [{ at, kind: 'pattern', pattern: shape.pattern }]
    }
    case 'number': {
      if (typeof value !== 'number') return [{ at, kind: 'not-number' }]
      if (shape.whole && !Number.isInteger(value)) return [{ at, kind: 'not-whole' }]
      if (shape.min !== null && value < shape.min) return [{ at, kind: 'low', limit: shape.min }]
      return shape.max !== null && value > shape.max ? [{ at, kind: 'high', limit: shape.max }] : []
    }
    case 'flag':
      return typeof value === 'boolean' ? [] : [{ at, kind: 'not-flag' }]
    case 'choice':
      return shape.options.some((option) => JSON.stringify(option) === JSON.stringify(value))
        ? []
        : [{ at, kind: 'not-choice' }]
    case 'list': {
      if (!Array.isArray(value)) return [{ at, kind: 'not-list' }]
      const items = value as readonly JsonValue[]
      if (items.length < shape.min) return [{ at, kind: 'few', limit: shape.min }]
      if (shape.max !== null && items.length > shape.max)
        return [{ at, kind: 'many', limit: shape.max }]
      return items.flatMap((item, index) => check(shape.of, item, `${at}/${index}`))
    }
    case 'object': {
      if (!isRecord(value)) return [{ at, kind: 'not-object' }]
      return shape.fields.flatMap((field): readonly Problem[] => {
        const own = value[field.name]
        const there = below(at, field.name)
        return own === undefined && field.required
          ? [{ at: there, kind: 'missing' }]
          : check(field.shape, own as JsonValue | undefined, there)
      })
    }
    case 'json':
      return []
  }
}

/** The pointer of a member. */
export const below = (at: string, name: string): string =>
  `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A pattern from outside may be none, or slow: a long text is left to anyone who takes it. */
function fits(pattern: string, value: string): boolean {
  if (value.length > 200 || pattern.length > 200) return true
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

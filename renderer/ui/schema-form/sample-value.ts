// A small value that fits a shape, to begin a form with. Pure.
import type { JsonValue, Shape } from './schema-shape.ts'

/**
 * Only what is required, and what has a usual value. `texts`: beginnings by the name of the field,
 * such as a path that is there.
 */
export function sampleValue(
  shape: Shape,
  texts: Readonly<Record<string, string>>,
  name = '',
): JsonValue {
  switch (shape.kind) {
    case 'text': {
      const known = texts[name] ?? ''
      return known.length >= shape.min ? known : known.padEnd(shape.min, 'x')
    }
    case 'number':
      return Math.max(shape.min ?? 0, 0)
    case 'flag':
      return false
    case 'choice':
      return shape.options[0] ?? null
    case 'list':
      return Array.from({ length: shape.min }, () => sampleValue(shape.of, texts, name))
    case 'object':
      return Object.fromEntries(
        shape.fields
          .filter(({ required }) => required)
          .map((field) => [field.name, field.usual ?? sampleValue(field.shape, texts, field.name)]),
      )
    case 'json':
      return {}
  }
}

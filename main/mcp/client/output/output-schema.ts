// Holds a structured result against the schema that its tool declares, with an interpreter and a
// budget: the schema comes from the server too. Nothing is fetched, no code is made of it, and a
// schema that cannot be checked is a failure, not a pass.
import { Validator, type Schema, type SchemaDraft } from '@cfworker/json-schema'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { patternWork } from './pattern-work.ts'
import { plainText } from '../plain-text.ts'

const DEPTH = 64
const VALUES = 10_000
/** Steps of one check; far less than a second of work. */
const STEPS = 150_000
/** Of all texts and all patterns together. */
const PATTERN_STEPS = 500_000_000
const DRAFTS: Readonly<Record<string, SchemaDraft>> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'http://json-schema.org/draft-07/schema': '7',
  'http://json-schema.org/draft-06/schema': '7',
  'http://json-schema.org/draft-04/schema': '4',
}

class TooMuch extends Error {}
type Created = {
  readonly schema: Schema
  readonly patterns: number
  readonly power: number
  readonly unique: boolean
}
/** Answers null when `value` fits, else what does not. `server.schema`: it cannot be told. */
export type OutputCheck = (value: unknown) => Result<null, Failure>

/** Cheap: the schema is read at its first use. */
export function outputCheck(declared: Readonly<Record<string, unknown>>): OutputCheck {
  let ready: Result<{ readonly validator: Validator; readonly created: Created }, Failure> | null =
    null
  let steps = 0
  const prepare = (): NonNullable<typeof ready> => {
    const named =
      typeof declared['$schema'] === 'string' ? declared['$schema'].replace(/#$/, '') : null
    const draft = named === null ? '2020-12' : DRAFTS[named]
    if (draft === undefined) return err(unfit('it is written in a language that is not known'))
    try {
      const created = bounded(declared, (cost) => {
        steps += cost
        if (steps > STEPS) throw new TooMuch('checking it takes too long')
      })
      return ok({ validator: new Validator(created.schema, draft, true), created })
    } catch (thrown) {
      return err(unfit(reasonOf(thrown)))
    }
  }
  return (value) => {
    ready ??= prepare()
    if (!ready.ok) return ready
    const { validator, created } = ready.value
    const size = sizeOf(value, created.power)
    if (size.work * created.patterns > PATTERN_STEPS)
      return err(unfit('its texts are too long for its patterns'))
    if (created.unique && size.pairs > STEPS)
      return err(unfit('a list is too long to look for what comes twice'))
    steps = 0
    try {
      const { valid, errors } = validator.validate(value)
      if (valid) return ok(null)
      const [first] = errors.toReversed()
      const where =
        first === undefined ? '' : ` ${plainText(`${first.instanceLocation}: ${first.error}`, 200)}`
      return err(
        failure(
          'server.result',
          `The answer is not what the tool declares.${where}`,
          'The server is at fault; nothing of the answer is used.',
        ),
      )
    } catch (thrown) {
      return err(unfit(reasonOf(thrown)))
    }
  }
}

const unfit = (why: string): Failure =>
  failure(
    'server.schema',
    `The answer cannot be checked against what the tool declares: ${why}.`,
    'The server is at fault; nothing of the answer is used.',
  )

const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof TooMuch) return thrown.message
  if (thrown instanceof RangeError) return 'it refers to itself without end'
  return plainText(
    thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : 'it cannot be read',
    200,
  )
}

/**
 * A copy within bounds. Every schema in it counts each time the interpreter looks at it:
 * `$recursiveAnchor` is always read, is of no use here, and so carries the counter.
 */
function bounded(
  declared: Readonly<Record<string, unknown>>,
  spend: (cost: number) => void,
): Created {
  let values = 0
  let patterns = 0
  let power = 1
  let unique = false
  const note = (pattern: string): void => {
    const grows = patternWork(pattern)
    if (grows === null) throw new TooMuch('one of its patterns could take for ever')
    patterns += 1
    power = Math.max(power, grows)
  }
  const copy = (value: unknown, depth: number): unknown => {
    values += 1
    if (depth > DEPTH) throw new TooMuch(`it is nested deeper than ${DEPTH}`)
    if (values > VALUES) throw new TooMuch(`it holds more than ${VALUES} values`)
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1))
    if (value === null || typeof value !== 'object') return value
    const before = values
    const created: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__' || key.startsWith('__absolute'))
        throw new TooMuch('it holds a name that no schema holds')
      if (key === '$ref' && typeof member === 'string' && !member.startsWith('#'))
        throw new TooMuch('it refers to something outside of itself')
      if (key === 'pattern' && typeof member === 'string') note(member)
      if (key === 'patternProperties' && member !== null && typeof member === 'object') {
        for (const pattern of Object.keys(member)) note(pattern)
      }
      if (key === 'uniqueItems') unique = true
      if (
        key === '$recursiveRef' ||
        key === '$dynamicRef' ||
        key === '$recursiveAnchor' ||
        key === '$id' ||
        key === 'id'
      ) {
        // `id` and the like may be names of properties too.
        if (typeof member !== 'object') {
          if (key === '$recursiveRef' || key === '$dynamicRef')
            throw new TooMuch('it refers to itself in a way that is not supported')
          continue
        }
      }
      created[key] = copy(member, depth + 1)
    }
    const cost = 1 + values - before
    const own = Math.min(cost, 1 + Object.keys(created).length + listsIn(created))
    Object.defineProperty(created, '$recursiveAnchor', { enumerable: false, get: () => spend(own) })
    return created
  }
  return { schema: copy(declared, 0) as Schema, patterns, power, unique }
}

const listsIn = (created: Record<string, unknown>): number =>
  Object.values(created).reduce<number>(
    (sum, each) => sum + (Array.isArray(each) ? each.length : 0),
    0,
  )

/**
 * What trying a pattern on every text, names included, may cost; and how many comparisons it takes
 * to find equals in all its lists.
 */
function sizeOf(value: unknown, power: number): { work: number; pairs: number } {
  let work = 0
  let pairs = 0
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') work += next.length ** power
    else if (Array.isArray(next)) {
      pairs += next.length ** 2
      for (const each of next) left.push(each)
    } else if (next !== null && typeof next === 'object') {
      for (const [key, member] of Object.entries(next)) {
        work += key.length ** power
        left.push(member)
      }
    }
  }
  return { work, pairs }
}

// Pure. A server's words as a model and a person get to see them day by day: cut, without what
// cannot be seen, and said to be the server's. The review shows all of them, as they came.

import { isObject } from '../../../contract/is-object.ts'
/** Characters of one text: a description with its frame, a title, the text of one parameter. */
export const MOST_CHARS = 2_000
const MOST_TITLE = 200
/** Of all texts of one schema together. */
const MOST_SCHEMA_CHARS = 16_000
const MOST_NAME = 200
const DEEPEST = 100

/** Takes out what a reader does not see, but for what does honest work in a word or a picture. */
export type Unhide = (text: string) => string

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 2)).toWellFormed()} …`

export const titleFor = (text: string, unhide: Unhide): string =>
  cut(unhide(text).replaceAll(/\s+/g, ' ').trim(), MOST_TITLE)

export const textFor = (text: string, unhide: Unhide): string =>
  cut(unhide(text).trim(), MOST_CHARS)

/** With a frame that says whose words they are. */
export function framed(server: string, text: string, unhide: Unhide): string {
  const plain = unhide(text).trim()
  if (plain === '') return `The server ${server} does not describe this.`
  return cut(`Description by the server ${server}: ${plain}`, MOST_CHARS)
}

/** Keywords whose strings name something: changed they would mean something else. */
const NAMES = new Set(['$ref', '$dynamicRef', '$id', '$schema', '$anchor', '$dynamicAnchor'])
/** Keywords whose members are named by the server. */
const BY_NAME = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

/**
 * The schema for a model. Arguments are still checked against the whole one. What cannot be shown
 * as it is (a name or a choice with hidden characters) is left out, because a changed one would be
 * refused.
 */
export function schemaFor(
  schema: Readonly<Record<string, unknown>>,
  unhide: Unhide,
): Readonly<Record<string, unknown>> {
  let left = MOST_SCHEMA_CHARS
  const text = (given: string): string => {
    const plain = cut(unhide(given), Math.min(MOST_CHARS, left))
    left -= Math.min(plain.length, left)
    return plain
  }
  const isPlain = (name: string): boolean => name.length <= MOST_NAME && unhide(name) === name
  const isPlainChoice = (value: unknown): boolean =>
    typeof value !== 'string' || (value.length <= MOST_CHARS && unhide(value) === value)

  const value = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return text(given)
    if (given === null || typeof given !== 'object') return given
    if (depth > DEEPEST) return Array.isArray(given) ? [] : {}
    if (Array.isArray(given)) return given.map((member) => value(member, depth + 1))
    return node(given as Readonly<Record<string, unknown>>, depth)
  }
  const named = (given: object, depth: number): unknown =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, member]) =>
        isPlain(name) ? [[name, value(member, depth + 1)]] : [],
      ),
    )
  const node = (
    given: Readonly<Record<string, unknown>>,
    depth: number,
  ): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(given).flatMap(([key, member]): [string, unknown][] => {
        if (!isPlain(key)) return []
        if (key === 'enum' && Array.isArray(member))
          return member.every(isPlainChoice) && weighs(member) <= MOST_CHARS * 4
            ? [[key, member]]
            : []
        if (key === 'const') return isPlainChoice(member) ? [[key, member]] : []
        if (key === 'required' && Array.isArray(member))
          return [[key, member.filter((name) => typeof name === 'string' && isPlain(name))]]
        if (NAMES.has(key) || key === 'pattern' || key === 'type' || key === 'format')
          return isPlainChoice(member) ? [[key, member]] : []
        if (BY_NAME.has(key) && isObject(member)) return [[key, named(member, depth)]]
        return [[key, value(member, depth + 1)]]
      }),
    )
  return node(schema, 0)
}

const weighs = (members: readonly unknown[]): number =>
  members.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 8), 0)

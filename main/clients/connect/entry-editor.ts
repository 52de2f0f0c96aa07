// Where one entry of ours is in a file of somebody else, and what every way of editing such files
// has in common.
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../contract/is-object.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import { err, type Result } from '../../../contract/result.ts'

/**
 * member: the value of a key, under `path`. element: one value of the list that is found under
 * `path`. `path` has at least one key; what is missing on it is made.
 */
export type Entry =
  | { readonly kind: 'member'; readonly path: readonly string[]; readonly value: Json }
  | { readonly kind: 'element'; readonly path: readonly string[]; readonly value: Json }

/**
 * Text in, text out: the one who reads and writes the file is somebody else. Failures: `connect.*`,
 * and then nothing is to be written.
 */
export type Editor = {
  /** The whole file as plain data. */
  read(text: string): Result<unknown, Failure>
  insert(text: string, entry: Entry): Result<string, Failure>
  /**
   * Takes out the entry, and the containers above it that were `created` for it and hold nothing else.
   */
  remove(
    text: string,
    entry: Entry,
    created: readonly (readonly string[])[],
  ): Result<string, Failure>
}

export const malformed = (what: string): Result<never, Failure> =>
  err(
    failure(
      'connect.malformed',
      `The file cannot be read: ${what}.`,
      'Fix it first. Nothing was changed.',
    ),
  )

export const unfit = (what: string): Result<never, Failure> =>
  err(
    failure(
      'connect.unfit',
      `The entry cannot be put there: ${what}.`,
      'Put it in by hand, or change the file; nothing was changed.',
    ),
  )

/** What is under a path; undefined where nothing does. Own keys only. */
export function at(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found
}

/** The data as it should be once the entry is in. Null where a value on the path is in the way. */
export function withEntry(data: unknown, entry: Entry): unknown {
  const put = (here: unknown, path: readonly string[]): unknown => {
    const [key, ...rest] = path
    if (key === undefined) {
      if (entry.kind === 'member') return entry.value
      if (here === undefined || here === null) return [entry.value]
      return Array.isArray(here) ? [...(here as unknown[]), entry.value] : BLOCKED
    }
    if (here !== undefined && here !== null && !isObject(here)) return BLOCKED
    const below = put(isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined, rest)
    return below === BLOCKED ? BLOCKED : { ...here, [key]: below }
  }
  const whole = put(data, entry.path)
  return whole === BLOCKED ? null : whole
}

const BLOCKED = Symbol('blocked')

/** Containers on the way to the entry that are not there yet, the outermost first. */
export const missingOn = (data: unknown, { kind, path }: Entry): readonly (readonly string[])[] =>
  path
    .map((_, i) => path.slice(0, i + 1))
    .filter(
      (each) => (kind === 'element' || each.length < path.length) && at(data, each) === undefined,
    )

/** Whether the entry is in the data just as it was written. */
export function holds(data: unknown, { kind, path, value }: Entry): boolean {
  const found = at(data, path)
  return kind === 'member'
    ? same(found, value)
    : Array.isArray(found) && found.some((each) => same(each, value))
}

/**
 * Two parsed texts say the same. Through JSON, so that objects of parsers without a prototype are
 * equal to plain ones.
 */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b))

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_key, each: unknown) =>
      typeof each === 'bigint' ? `${each}n` : each,
    ),
  )

export const eolOf = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n')

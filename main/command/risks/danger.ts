// The notation of the tables in this folder.
import { splitNames } from '../split-names.ts'

/**
 * What it does; where: its words that are no options, with spaces around each, have to match;
 * which: one of its options has to; unless: none of its options may. opaque: it runs what its words do not show, or fetches a
 * program and runs it.
 */
export type Danger = readonly [
  what:
    | 'opaque'
    | 'destructive'
    | 'account'
    | 'privileged'
    | 'network'
    | 'writes-inside'
    | 'writes-outside',
  where: RegExp | null,
  which: RegExp | null,
  unless?: RegExp,
]
export type Dangers = Readonly<Record<string, readonly Danger[]>>

/** The same dangers for several programs. */
export const each = (names: string, dangers: readonly Danger[]): Dangers =>
  Object.fromEntries(splitNames(names).map((name) => [name, dangers]))

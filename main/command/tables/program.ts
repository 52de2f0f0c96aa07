// How a program is written down in the tables, and the kinds that many are of.
import type { CommandEffect } from '../../../contract/call/command.ts'
import type { Valued } from '../effects/options.ts'
import { splitNames } from '../split-names.ts'

/**
 * What an option does. Words of effects, or: write, read: its value is a path. opaque: it names
 * something to run.
 */
export type Risk = CommandEffect | 'write' | 'read' | 'opaque'

export type Program = {
  readonly effects: readonly CommandEffect[]
  /**
   * text: operands are no paths. read, deep, write: all of them are. into: the last is written, the
   * others are read. once: the first is read, any further one is written. build: those that look
   * like paths are written.
   */
  readonly operands: 'text' | 'read' | 'deep' | 'write' | 'into' | 'once' | 'build'
  readonly valued?: Valued
  readonly risky?: Readonly<Record<string, Risk>>
  /** The first operand is a pattern, but where one of these options gives it. */
  readonly pattern?: readonly string[]
  /** Options that make it read all below what it is given. */
  readonly deepWith?: readonly string[]
  /** What it is given when it only looks, as known words put together. */
  readonly readOnlyArgs?: RegExp
}

export const list = (names: string, program: Program): readonly (readonly [string, Program])[] =>
  splitNames(names).map((name) => [name, program])

export const text: Program = { effects: [], operands: 'text' }
export const reads: Program = { effects: [], operands: 'read' }
export const deep: Program = { effects: [], operands: 'deep' }
export const writes: Program = { effects: [], operands: 'write' }
/**
 * Its operands are names of its own, and what it writes lies in the folder it runs in, or where an
 * option leads it.
 */
export const builds: Program = {
  effects: ['writes-inside'],
  operands: 'build',
  valued: splitNames(`
    C o f d directory file prefix output out-dir outDir outfile config project eval
  `),
  risky: { eval: 'opaque' },
}
export const network: Program = { effects: ['network'], operands: 'text' }
export const privileged: Program = { effects: ['privileged'], operands: 'text' }
export const destructive: Program = { effects: ['destructive'], operands: 'write' }

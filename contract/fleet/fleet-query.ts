// The line that asks for rows of all machines: the grammar of the journal, and two keys more.
//
//   machine:ada-laptop person:"Ada L." tool:exec after:7d "free text"
import type { Failure } from '../failure.ts'
import {
  globOf,
  type JournalQuery,
  parseQuery,
  type QueryFault,
  type Token,
  tokensOf,
} from '../journal/journal-query.ts'
import { err, ok, type Result } from '../result.ts'

export const machineKeys = ['machine', 'person'] as const
export type MachineKey = (typeof machineKeys)[number]

/** One of `values` is what the machine has there; with `not`, none of them. */
export type MachineTerm = {
  readonly key: MachineKey
  readonly not: boolean
  readonly values: readonly string[]
}
export type FleetQuery = { readonly machines: readonly MachineTerm[]; readonly rows: JournalQuery }

const keyOf = ({ key }: Token): MachineKey | null => machineKeys.find((one) => one === key) ?? null

/** `now` in epoch milliseconds. Places in a fault are places in `line`. */
export function parseFleetQuery(line: string, now: number): Result<FleetQuery, QueryFault> {
  const machines: MachineTerm[] = []
  let rest = line
  for (const token of tokensOf(line)) {
    const key = keyOf(token)
    if (key === null) continue
    const values = valuesOf(token.value)
    if (values.length === 0)
      return err({
        code: 'query.wrong',
        text: `"${key}:" needs a value.`,
        hint: `Such as ${key}:name.`,
        from: token.from,
        to: token.to,
      })
    machines.push({ key, not: token.not, values })
    // What stays keeps its place.
    rest = rest.slice(0, token.from) + ' '.repeat(token.to - token.from) + rest.slice(token.to)
  }
  const rows = parseQuery(rest, now)
  return rows.ok ? ok({ machines, rows: rows.value }) : err(withKeys(rows.error))
}

/** A quoted value is one value, commas and all; one whose quote is missing is what was typed so far. */
function valuesOf(raw: string): readonly string[] {
  if (!raw.startsWith('"')) return raw.split(',').filter((value) => value !== '')
  const value = raw.slice(1).replace(/"$/, '').replaceAll(/\\(.)/g, '$1')
  return value === '' ? [] : [value]
}

const withKeys = (fault: QueryFault): QueryFault => ({
  ...fault,
  hint: (fault.hint ?? '').replace('Keys: ', `Keys: ${machineKeys.join(', ')}, `),
})

export const wrongQuery = ({ code, text, hint }: QueryFault): Failure => ({ code, text, hint })

/** Whether a machine is one that is asked about. */
export const isMeant = (
  terms: readonly MachineTerm[],
  machine: { readonly machine: string; readonly person: string },
): boolean =>
  terms.every(
    ({ key, not, values }) =>
      values.some((value) =>
        value.includes('*') ? globOf(value).test(machine[key]) : machine[key] === value,
      ) !== not,
  )

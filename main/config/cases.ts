// A file of calls and the decisions expected of them: YAML or JSON. Pure; reads no file and asks
// nobody.
import { z } from 'zod'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import { Effect } from '../../contract/policy/decision.ts'
import { SupposedCall } from '../../contract/policy/supposed.ts'
import { ok, type Result } from '../../contract/result.ts'
import { Tier } from '../../contract/call/tier.ts'
import { valueOffset } from './locate.ts'
import { readYaml } from './parse.ts'
import { shapeOf } from './problems.ts'

const Expected = z.strictObject({
  effect: Effect,
  tier: Tier.optional(),
  /** How many persons have to approve it. */
  approvers: z.union([z.literal(1), z.literal(2)]).optional(),
  /** What decides: its kind (`rule`), its id (`no-force-push`), or both (`rule no-force-push`). */
  by: z.string().optional(),
  /** The code of one of the reasons, or of the failure where there is nothing to decide. */
  code: z.string().optional(),
})

const Case = z.strictObject({
  ...SupposedCall.omit({ id: true }).shape,
  name: z.string().optional(),
  expect: Expected,
})
const Cases = z.union([
  z.array(Case),
  z.strictObject({
    /**
     * A configuration file to test instead of the one in use; a path that starts beside this file.
     */
    config: z.string().optional(),
    cases: z.array(Case),
  }),
])
const casesShape = shapeOf(Cases)

export type PolicyCase = {
  readonly name: string
  readonly line: number
  readonly call: SupposedCall
  readonly expect: z.output<typeof Expected>
}

export type PolicyCases = {
  readonly config: string | undefined
  readonly cases: readonly PolicyCase[]
}

/** Every case with its line, or every problem of the file. */
export function parseCases(
  text: string,
  file: string,
): Result<PolicyCases, readonly ConfigProblem[]> {
  const read = readYaml(text, file, Cases, casesShape)
  if (!read.ok) return read
  const { value, document, lineOf } = read.value
  const listed = Array.isArray(value)
  const cases = (listed ? value : value.cases).map(({ name, expect, ...call }, index) => ({
    name: name ?? `case ${index + 1}: ${call.tool}`,
    line: lineOf(valueOffset(document, listed ? [index] : ['cases', index])),
    call,
    expect,
  }))
  return ok({ config: listed ? undefined : value.config, cases })
}

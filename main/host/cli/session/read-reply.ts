// From the options of `approvals approve` to an answer. Fails with `usage`.
import { z } from 'zod'
import { readJson } from '../../../../contract/read-json.ts'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { readCut } from '../../../../contract/approval/result-review.ts'
import { JsonObject } from '../../../../contract/json.ts'
import { LeaseDuration, LeasePatterns, LeaseScope } from '../../../../contract/approval/lease.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { readLimits } from '../limits.ts'
import type { Limits } from '../limits.ts'

const lasting = ['session', 'always', 'scope', 'scope-index'] as const
const wrong = (text: string, hint: string): Result<never, Failure> =>
  err(failure('usage', text, hint))

/**
 * Everything that can be known without the approval; `forApproval` then puts in the limits that it
 * proposes.
 */
export function readReply(
  call: Call,
): Result<{ readonly forApproval: (approval: Approval) => Result<Reply, Failure> }, Failure> {
  const { options } = call
  const chosen = lasting.filter((name) => options.has(name))
  const [kind] = chosen
  if (chosen.length > 1)
    return wrong(
      `${chosen.map((name) => `--${name}`).join(' and ')} cannot be combined.`,
      'Use one of them.',
    )
  if ((options.get('session') ?? '') !== '')
    return wrong('--session takes no value here.', 'Write --session alone.')
  const limits = readLimits(call)
  if (!limits.ok) return limits
  if (
    (options.has('max-uses') || options.has('expires')) &&
    kind !== 'scope' &&
    kind !== 'scope-index'
  )
    return wrong(
      '--max-uses and --expires require limits.',
      'Add --scope-index N (see: gatehouse approvals show ID) or --scope JSON.',
    )
  const lasts = readFor(options.get('for'))
  if (lasts === null) return err(notADuration)
  if (lasts !== undefined && kind !== 'scope-index')
    return wrong(
      '--for requires a scope.',
      'Add --scope-index N (see: gatehouse approvals show ID).',
    )
  if (lasts !== undefined && (options.has('max-uses') || options.has('expires')))
    return wrong('--for and --expires or --max-uses cannot be combined.', 'Use one of them.')
  const text = options.get('args')
  if (text !== undefined && kind !== undefined)
    return wrong(`--args and --${kind} cannot be combined.`, 'Changed arguments run once.')
  const args = text === undefined ? undefined : readJson(text, JsonObject)
  if (args === null)
    return wrong(
      '--args is not a JSON object.',
      `Write all arguments, such as --args '{"path": "README.md"}'.`,
    )
  const typed = options.get('cut')
  const cut = typed === undefined ? undefined : readCut(typed)
  if (cut === null)
    return wrong('--cut is not a list of lines.', 'Write line numbers, such as --cut 3-10,15.')
  if (cut !== undefined && (kind !== undefined || args !== undefined))
    return wrong('--cut goes with no other answer.', 'Lines are left out of one result, once.')
  const scope = options.has('scope')
    ? readScope(options.get('scope') ?? '', limits.value)
    : undefined
  if (scope === null)
    return wrong(
      '--scope is not a set of limits.',
      `Such as --scope '{"paths": ["src/**"]}'; also hosts, methods, commands.`,
    )
  return ok({
    forApproval: (approval) => {
      if (kind === 'session' || kind === 'always') return ok({ answer: kind })
      if (scope !== undefined) return ok({ answer: 'scope', scope })
      if (kind === 'scope-index')
        return proposed(approval, options.get('scope-index') ?? '', limits.value, lasts)
      return ok({
        answer: 'once',
        ...(args === undefined ? {} : { args }),
        ...(cut === undefined ? {} : { cut }),
      })
    },
  })
}

/** With a count or a time of its own, else for as long as a scope of the card may last. */
function proposed(
  approval: Approval,
  index: string,
  limits: Limits,
  lasts: LeaseDuration | undefined,
): Result<Reply, Failure> {
  const found = scopeAt(approval, index)
  if (!found.ok) return found
  return ok({
    answer: 'scope',
    choice: { proposal: found.value, lasts: lasts ?? 'until-revoked', ...limits },
  })
}

/** Counted from 1, as `approvals show` numbers them. */
export function scopeAt({ id, proposals }: Approval, index: string): Result<number, Failure> {
  const at = /^[1-9]\d{0,3}$/.test(index) ? Number(index) - 1 : -1
  if (proposals[at] !== undefined) return ok(at)
  const hint = `See: gatehouse approvals show ${id}`
  return proposals.length === 0
    ? wrong('An answer to this call cannot have a scope.', hint)
    : wrong(`--scope-index needs a number from 1 to ${proposals.length}.`, hint)
}

/** Undefined where it was not given, null where it is no duration. */
export const readFor = (text: string | undefined): LeaseDuration | null | undefined =>
  text === undefined ? undefined : (LeaseDuration.safeParse(text).data ?? null)

export const notADuration = failure(
  'usage',
  `--for needs one of: ${LeaseDuration.options.join(', ')}.`,
  'Such as: --for today',
)

/** Limits alone, or with count and time beside them; options win. */
function readScope(text: string, { maxUses, expiresInSeconds }: Limits): LeaseScope | null {
  const read = readJson(
    text,
    z.union([LeaseScope, LeasePatterns.transform((patterns) => LeaseScope.parse({ patterns }))]),
  )
  if (read === null) return null
  return {
    ...read,
    ...(maxUses === null ? {} : { maxUses }),
    ...(expiresInSeconds === null ? {} : { expiresInSeconds }),
  }
}

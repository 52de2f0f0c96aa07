// `gatehouse leases grant`: a lease by hand, before anybody asks.
import type { z } from 'zod'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { LeaseScope } from '../../../../contract/approval/lease.ts'
import { Method } from '../../../../contract/call/touch.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { scopeText } from '../output/answer-text.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { coverOf } from './leases.ts'
import { readLimits } from '../limits.ts'
import { broughtProof, wayToProve, withProof } from '../session/proof.ts'
import { visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

export const leasesGrant: Command = {
  name: 'leases grant',
  operands: [],
  options: [
    'tool',
    'action',
    'paths',
    'hosts',
    'methods',
    'commands',
    'max-uses',
    'expires',
    'totp',
  ],
  usage:
    '--tool T [--action A] [--paths G,…] [--hosts H,…] [--methods M,…] [--commands "git status",…] [--max-uses N] [--expires 8h] [--totp CODE]',
  summary: 'Give a lease by hand, within limits. Requires the same confirmation as an approval',
  run(call) {
    const { context, json, options } = call
    const tool = options.get('tool')
    const scope = scopeOf(call)
    if (!scope.ok) return Promise.resolve(complain(context, scope.error, json))
    if (tool === undefined)
      return Promise.resolve(
        complain(
          context,
          failure('usage', 'gatehouse leases grant needs --tool.', 'Such as: --tool exec'),
          json,
        ),
      )
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    return withSession(call, async (session) => {
      const way = await wayToProve(call, session, false)
      if (!way.ok) return complain(context, way.error, json)
      const signal = new AbortController().signal
      if (way.value.kind !== 'brought') {
        const said = await context.ask(
          `Type yes to allow ${visible(tool)} ${scopeText(scope.value)}: `,
          signal,
        )
        if (said?.trim().toLowerCase() !== 'yes')
          return complain(context, failure('lease.refused', 'No lease was given.'), json)
      }
      const action = options.get('action') ?? null
      const granted = await withProof(call, way.value, signal, (proof) =>
        session.call('leases.grant', {
          tool,
          action,
          scope: scope.value,
          confirmed: true,
          ...(proof === undefined ? {} : { proof }),
        }),
      )
      if (!granted.ok) return complain(context, granted.error, json)
      if (json) printJson(context, { lease: granted.value })
      else
        context.out(`${granted.value.id} allows ${granted.value.tool}: ${coverOf(granted.value)}\n`)
      return exit.done
    })
  },
}

function scopeOf(call: Call): Result<z.output<typeof LeaseScope>, Failure> {
  const limits = readLimits(call)
  if (!limits.ok) return limits
  const list = (name: 'paths' | 'hosts' | 'methods' | 'commands'): readonly string[] =>
    (call.options.get(name) ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  const methods = list('methods').map((method) => method.toUpperCase())
  const unknown = methods.find((method) => !Method.safeParse(method).success)
  if (unknown !== undefined)
    return err(
      failure(
        'usage',
        `--methods knows no method "${unknown}".`,
        `It takes: ${Method.options.join(', ')}; separate several with commas.`,
      ),
    )
  const patterns = {
    paths: list('paths'),
    hosts: list('hosts'),
    methods,
    commands: list('commands'),
  }
  if (patterns.paths.length + patterns.hosts.length + patterns.commands.length === 0)
    return err(failure('usage', 'A lease needs a scope.', 'Add --paths, --hosts or --commands.'))
  const read = LeaseScope.safeParse({ patterns, ...limits.value })
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return err(
    failure(
      'usage',
      `--${String(issue?.path[1])} is not valid: ${issue?.message ?? ''}.`,
      'See: gatehouse help leases grant',
    ),
  )
}

// `gatehouse clients add`: a client of the gateway over HTTP, whose token is shown once.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { ClientRequest } from '../../../../contract/server/gateway.ts'
import { ServerName } from '../../../../contract/server/server.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { readLimits } from '../limits.ts'
import { withSession } from '../session/with-session.ts'
import { delegationText } from './delegation-text.ts'

export const clientsAdd: Command = {
  name: 'clients add',
  operands: ['NAME'],
  options: ['tools', 'expires', 'calls'],
  usage: '[--tools T,…] [--expires 8h] [--calls N]',
  summary:
    'Add an HTTP client and print its token once. An earlier token of that client stops working. --tools, --expires and --calls hand on less than the policy allows',
  run(call) {
    const { context, json, operands } = call
    const name = ServerName.safeParse(operands[0])
    if (!name.success)
      return Promise.resolve(
        complain(
          context,
          failure(
            'usage',
            `"${operands[0] ?? ''}" cannot be the name of a client.`,
            `It takes ${name.error.issues[0]?.message ?? 'a short name'}.`,
          ),
          json,
        ),
      )
    const narrowed = narrowedBy(call)
    if (!narrowed.ok) return Promise.resolve(complain(context, narrowed.error, json))
    return withSession(call, async (session) => {
      const added = await session.call('clients.add', {
        name: name.data,
        ...(narrowed.value === null ? {} : { narrowed: narrowed.value }),
      })
      if (!added.ok) return complain(context, added.error, json)
      if (json) printJson(context, added.value)
      else {
        context.out(`${added.value.token}\n`)
        const where =
          added.value.url === null
            ? 'Start Gatehouse, then run gatehouse clients list to see its address.'
            : `Address: ${added.value.url}`
        const { delegation } = added.value
        context.note(
          `${delegation === undefined ? '' : `It is valid for ${delegationText(delegation)}.\n`}${where}\nSend it as "Authorization: Bearer TOKEN". It is not shown again.\n`,
        )
      }
      return exit.done
    })
  },
}

/** Null: its token does whatever the policy allows. */
function narrowedBy(call: Call): Result<ClientRequest | null, Failure> {
  const { options } = call
  const [tools, expires, calls] = [
    options.get('tools'),
    options.get('expires'),
    options.get('calls'),
  ]
  if (tools === undefined && expires === undefined && calls === undefined) return ok(null)
  const limits = readLimits(call)
  if (!limits.ok) return limits
  if (calls !== undefined && !/^[1-9]\d{0,5}$/.test(calls))
    return err(
      failure('usage', '--calls needs a whole number from 1 to 999999.', 'Such as: --calls 50'),
    )
  const names = tools?.split(',').map((name) => name.trim())
  if (names?.some((name) => name === '') === true)
    return err(
      failure(
        'usage',
        '--tools needs names with commas between them.',
        'Such as: --tools read_file,list_dir',
      ),
    )
  return ok({
    tools: names ?? null,
    seconds: limits.value.expiresInSeconds,
    calls: calls === undefined ? null : Number(calls),
  })
}

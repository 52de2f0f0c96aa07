// `gatehouse secrets set`: the value is typed unseen or read from standard input. Never an
// argument: those are seen by every program of the machine, and stay in the history of the shell.
import { NewCredential } from '../../../../contract/credential.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withOpenStore } from './open.ts'

const MOST = 65_536

export const secretsSet: Command = {
  name: 'secrets set',
  operands: ['NAME'],
  options: ['host', 'header', 'template'],
  usage: '--host HOST[,HOST …] [--header NAME] [--template TEXT]',
  summary:
    'Store a credential for these hosts. Type the value, or pass it on standard input. TEXT: "Bearer {}", "{}", "Basic" for user:password',
  async run(call) {
    const { context, json, options } = call
    const given = {
      name: call.operands[0] ?? '',
      hosts: (options.get('host') ?? '')
        .split(',')
        .flatMap((host) => (host.trim() === '' ? [] : [host.trim()])),
      ...(options.has('header') ? { header: (options.get('header') ?? '').toLowerCase() } : {}),
      ...(options.has('template') ? { template: options.get('template') } : {}),
    }
    // Before anything is typed.
    const fits = NewCredential.omit({ value: true }).safeParse(given)
    if (!fits.success) return complain(context, misuse(fits.error.issues[0]), json)
    const value = await readValue(call)
    if (!value.ok) return complain(context, value.error, json)
    return withOpenStore(call, async (session) => {
      const set = await session.call('secrets.set', { ...fits.data, value: value.value })
      if (!set.ok) return set
      if (json) printJson(context, set.value)
      else context.out(`${set.value.name} is stored, for ${set.value.hosts.join(', ')}.\n`)
      return ok(exit.done)
    })
  },
}

const named: Readonly<Record<string, string>> = {
  name: 'NAME',
  hosts: '--host',
  header: '--header',
  template: '--template',
}

function misuse(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): Failure {
  const [field = ''] = issue?.path ?? []
  if (field === 'hosts' && issue?.path.length === 1)
    return failure(
      'usage',
      'A credential needs at least one host.',
      'Add --host api.example.org; separate several with commas.',
    )
  return failure(
    'usage',
    `${named[String(field)] ?? 'The command'} is not right: it takes ${issue?.message ?? 'something else'}.`,
    'See: gatehouse help secrets set',
  )
}

/** One line; what ends it is no part of the value. */
export async function readValue(
  { context }: Call,
  prompt = 'Value, not shown: ',
): Promise<Result<string, Failure>> {
  if (context.terminal) {
    const typed = await context.askHidden(prompt, new AbortController().signal)
    return typed === null || typed === '' ? err(nothing) : ok(typed)
  }
  let text = ''
  for await (const piece of context.input()) {
    text += piece
    if (text.length > MOST) break
  }
  const value = text.replace(/\r?\n$/, '')
  return value === '' ? err(nothing) : ok(value)
}

const nothing = failure(
  'secrets.no-value',
  'No value was entered.',
  'Type it at a terminal, or pass it on standard input. It cannot be an argument, because every program on this machine can read those.',
)

// `gatehouse servers import`: servers taken over from other clients, whose files are only read.
import { readFileSync } from 'node:fs'
import { failure } from '../../../../contract/failure.ts'
import { fileReason } from '../../../../contract/file-reason.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { ClientFormat } from '../../../../contract/server/server-review.ts'
import type { ImportedServer, ServerImport } from '../../../../contract/server/server-review.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { consent, launchText } from './consent.ts'
import { paint, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

const clients = ClientFormat.options.join('|')

export const serversImport: Command = {
  name: 'servers import',
  operands: ['[NAME …]'],
  options: ['from', 'format', 'dry-run', 'yes'],
  usage: `--from ${clients}|FILE [--format CLIENT] [--dry-run] [--yes]`,
  summary:
    'Import servers from another client. They start switched off; secrets move to the credential store',
  run(call) {
    const { context, json, options, operands } = call
    const source = readSource(options.get('from'), options.get('format'))
    if (!source.ok) return Promise.resolve(complain(context, source.error, json))
    const asked = { ...source.value, ...(operands.length === 0 ? {} : { names: [...operands] }) }
    return withSession(call, async (session) => {
      const preview = await session.call('servers.import', { ...asked, apply: false })
      if (!preview.ok) return complain(context, preview.error, json)
      if (options.has('dry-run')) return print(call, preview.value)
      const wanted = preview.value.servers.filter(({ skipped }) => skipped === null)
      if (wanted.length === 0) return print(call, preview.value)
      const agreed = await consent(
        call,
        importText(preview.value, context.color),
        `Type yes to import ${wanted.length}, switched off: `,
      )
      if (!agreed.ok) return complain(context, agreed.error, json)
      const done = await session.call('servers.import', {
        ...asked,
        names: wanted.map(({ name }) => name),
        apply: true,
      })
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, done.value)
      else
        context.out(
          `Imported, switched off: ${done.value.added.join(', ')}. To use one: gatehouse servers start NAME\n`,
        )
      return exit.done
    })
  },
}

function print({ context, json }: Call, found: ServerImport): number {
  if (json) printJson(context, found)
  else context.out(importText(found, context.color))
  return exit.done
}

type Source = { readonly from: ClientFormat; readonly text?: string }

function readSource(from: string | undefined, format: string | undefined): Result<Source, Failure> {
  const wrong = (text: string): Result<never, Failure> =>
    err(failure('usage', text, `Write --from ${clients}, or --from FILE.`))
  if (from === undefined) return wrong('gatehouse servers import needs --from.')
  const client = ClientFormat.safeParse(from)
  if (client.success)
    return format === undefined ? ok({ from: client.data }) : wrong('--format is only for files.')
  let text: string
  try {
    text = readFileSync(from, 'utf8')
  } catch (error) {
    return err(
      failure(
        'file.unreadable',
        `${from} cannot be read: ${fileReason(error)}.`,
        `Write --from ${clients}, or --from FILE.`,
      ),
    )
  }
  const named = format === undefined ? guess(from, text) : ClientFormat.safeParse(format).data
  return named === undefined
    ? wrong(`Gatehouse does not know the client ${format}.`)
    : ok({ from: named, text })
}

const guess = (file: string, text: string): ClientFormat =>
  file.endsWith('.toml') ? 'codex' : /"mcpServers"/.test(text) ? 'claude-code' : 'vscode'

function importText({ files, servers }: ServerImport, color: boolean): string {
  const read = files.length === 0 ? '' : `Read: ${files.map(visible).join(', ')}\n`
  return `${read}${servers.length === 0 ? 'No servers found.\n' : servers.map((one) => oneText(one, color)).join('')}`
}

function oneText(
  { name, from, config, secrets, notes, skipped }: ImportedServer,
  color: boolean,
): string {
  const { yellow } = paint(color)
  if (skipped !== null) return `\n${visible(from)}: left out. ${visible(skipped)}\n`
  const lines = [
    ...secrets.map(
      (secret) =>
        `  ${visible(secret.where)} is stored as the credential ${secret.name}, for ${secret.hosts.join(', ')} alone`,
    ),
    ...notes.map((note) => `  ${yellow(visible(note))}`),
  ]
  return `\n${launchText(name, config, color)}${lines.map((line) => `${line}\n`).join('')}`
}

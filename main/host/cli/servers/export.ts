// `gatehouse servers export`: our servers in another client's form. Writes no file.
import { failure } from '../../../../contract/failure.ts'
import { ClientFormat } from '../../../../contract/server/server-review.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

const clients = ClientFormat.options.join('|')

export const serversExport: Command = {
  name: 'servers export',
  operands: ['[NAME …]'],
  options: ['format'],
  usage: `--format ${clients}`,
  summary:
    "Print servers in another client's format, with references instead of secrets. Writes no file",
  run(call) {
    const { context, json, options, operands } = call
    const format = ClientFormat.safeParse(options.get('format'))
    if (!format.success)
      return Promise.resolve(
        complain(
          context,
          failure('usage', 'gatehouse servers export needs --format.', `It is one of ${clients}.`),
          json,
        ),
      )
    return withQueries(call, async (session) => {
      const done = await session.call('servers.export', {
        format: format.data,
        ...(operands.length === 0 ? {} : { names: [...operands] }),
      })
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, done.value)
      else {
        context.out(done.value.text)
        for (const note of done.value.notes) context.note(`${visible(note)}\n`)
      }
      return exit.done
    })
  },
}

// `gatehouse servers search`: a list of servers that the person names, and what its servers would be
// here. Adds nothing.
import { resolve } from 'node:path'
import { failure } from '../../../../contract/failure.ts'
import type { RegistryHit } from '../../../../contract/server/registry-hit.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { paint, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

export const serversSearch: Command = {
  name: 'servers search',
  operands: ['[WORD …]'],
  options: ['from'],
  usage: '--from URL|FILE',
  summary:
    'Search a registry of MCP servers, or a file in its format. Fetches that list and nothing else',
  run(call) {
    const { context, json, options, operands } = call
    const from = options.get('from')
    if (from === undefined)
      return Promise.resolve(
        complain(
          context,
          failure(
            'usage',
            'gatehouse servers search needs --from.',
            'Such as --from https://registry.modelcontextprotocol.io, or --from FILE.',
          ),
          json,
        ),
      )
    return withSession(call, async (session) => {
      const found = await session.call('servers.search', {
        from: sourceOf(from),
        text: operands.join(' '),
      })
      if (!found.ok) return complain(context, found.error, json)
      const { hits, searched, more } = found.value
      if (json) printJson(context, found.value)
      else {
        context.out(hits.map((hit) => hitText(hit, sourceOf(from), context.color)).join('\n'))
        context.note(
          `${hits.length} of ${searched} server${searched === 1 ? '' : 's'} match${more ? '; the list has more, so search for more words' : ''}.\n`,
        )
      }
      return exit.done
    })
  },
}

/** A file as it is meant here; Gatehouse may run elsewhere. */
export const sourceOf = (from: string): string =>
  /^https?:\/\//i.test(from) ? from : resolve(from)

function hitText(hit: RegistryHit, from: string, color: boolean): string {
  const { bold, yellow } = paint(color)
  const { id, version, description, repository, config, name, notes } = hit
  const lines = [
    `${bold(visible(id))} ${visible(version)}`,
    ...(description === '' ? [] : [`  ${visible(description)}`]),
    ...(repository === null ? [] : [`  source   ${visible(repository)}`]),
    ...(config === null
      ? []
      : [
          `  runs     ${config.transport === 'http' ? visible(config.url) : visible([config.command, ...config.args].join(' '))}`,
          `  add it   gatehouse servers add ${name} --from ${visible(from)} --entry ${visible(id)}`,
        ]),
    ...notes.map((note) => `  ${yellow(visible(note))}`),
  ]
  return `${lines.join('\n')}\n`
}

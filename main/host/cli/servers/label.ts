// `gatehouse servers label`: what a person says that a tool of a server does, reads and where it
// sends, in place of what is proposed. Opens the tool, as any review does.
import { failure } from '../../../../contract/failure.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { offeredActions, offeredArguments } from '../../../../contract/server/offered-actions.ts'
import { labelPhrases } from '../../../../contract/server/label-sentence.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { visible } from '../output/show.ts'
import { broughtProof, noTerminal, wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { readLabels } from './labels-given.ts'

export const serversLabel: Command = {
  name: 'servers label',
  operands: ['NAME', 'TOOL'],
  options: ['id', 'category', 'does', 'reads', 'read-actions', 'sends', 'totp'],
  usage:
    '[--does pays,account,rights,messages|nothing] [--reads private,untrusted|neither] [--read-actions ACTION,…|none] [--sends ARGUMENT,…|its-service|nowhere] [--category CATEGORY] [--id ID] [--totp CODE]',
  summary:
    'Say what a tool of a server does, what it reads and where it sends, and open it. What you leave out stays as proposed. Requires the same confirmation as an approval',
  run(call) {
    const { context, json } = call
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    const change = readLabels(call.options)
    if (!change.ok) return Promise.resolve(complain(context, change.error, json))
    if (!context.terminal && brought.value === null)
      return Promise.resolve(complain(context, noTerminal, json))
    return withSession(call, (session) => label(call, session, change.value))
  },
}

/** The argument that a path leads into. */
const topOf = (path: string): string => path.split('/')[1] ?? ''

async function label(call: Call, session: Session, change: Partial<ToolLabels>): Promise<number> {
  const { context, json, operands } = call
  const [name = '', tool = ''] = operands
  const found = await session.call('servers.review', { name })
  if (!found.ok) return complain(context, found.error, json)
  const item = found.value.items.find((one) => one.what === 'tool' && one.name === tool)
  if (item === undefined || item.labels === null)
    return complain(
      context,
      failure(
        'server.no-item',
        `The server ${name} has no tool ${tool} that can be labelled.`,
        `See: gatehouse servers review ${name}`,
      ),
      json,
    )
  const labels: ToolLabels = { ...item.labels.proposed, ...change }
  const listed = offeredActions(item)
  const unknown = (labels.readActions ?? []).filter((action) => !listed.includes(action))
  if (unknown.length > 0)
    return complain(
      context,
      failure(
        'server.no-action',
        `${tool} has no action ${unknown.join(', ')}.`,
        listed.length === 0 ? 'Its schema lists no actions.' : `It has: ${listed.join(', ')}.`,
      ),
      json,
    )
  const taken = offeredArguments(item)
  const absent = (change.sends?.to ?? []).filter((path) => !taken.includes(topOf(path)))
  if (absent.length > 0)
    return complain(
      context,
      failure(
        'server.no-argument',
        `${tool} has no argument ${absent.map(topOf).join(', ')}.`,
        taken.length === 0 ? 'Its schema lists no arguments.' : `It has: ${taken.join(', ')}.`,
      ),
      json,
    )
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(context, way.error, json)
  const { signal } = new AbortController()
  const lines = [
    `proposed: ${labelPhrases(item.labels.proposed).join(' · ')}`,
    `as you say: ${labelPhrases(labels).join(' · ')} (${labels.category}, ${labels.id})`,
  ]
  if (!json || way.value.kind !== 'brought')
    context.note(
      `${visible(tool)} of ${name}\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`,
    )
  if (way.value.kind !== 'brought') {
    const said = await context.ask('Type yes to open it with these labels: ', signal)
    if (said?.trim().toLowerCase() !== 'yes')
      return complain(context, failure('servers.refused', 'Nothing was accepted.'), json)
  }
  const done = await withProof(call, way.value, signal, (proof) =>
    session.call('servers.accept', {
      name,
      items: [{ what: 'tool', name: tool, labels }],
      digest: found.value.digest,
      ...(proof === undefined ? {} : { proof }),
    }),
  )
  if (!done.ok) return complain(context, done.error, json)
  const after = done.value.items.find((one) => one.what === 'tool' && one.name === tool)?.labels
  if (json) printJson(context, done.value)
  else context.out(`${visible(tool)} is ${after?.tier ?? 'open'} now.\n`)
  return exit.done
}

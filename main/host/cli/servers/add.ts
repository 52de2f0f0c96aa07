// `gatehouse servers add`: a program or an address, by hand or from a link. Nothing of it can be
// called before its review.
import { failure } from '../../../../contract/failure.ts'
import { needsFetch } from '../../../../contract/server/package-of.ts'
import { ServerName } from '../../../../contract/server/server.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { consent, launchText } from './consent.ts'
import { lookUp, packageText } from './fetch.ts'
import { visible } from '../output/show.ts'
import { sourceOf } from './search.ts'
import type { Session } from '../session/session.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'
import { read } from './wanted-server.ts'
import type { Wanted } from './wanted-server.ts'

export const serversAdd: Command = {
  name: 'servers add',
  operands: ['[NAME]', '[COMMAND …]'],
  options: [
    'url',
    'host',
    'folder',
    'env',
    'header',
    'trust',
    'link',
    'from',
    'entry',
    'sockets',
    'scripts',
    'yes',
    'totp',
  ],
  usage:
    '(-- COMMAND ARGS… | --url URL | --link LINK | --from URL|FILE --entry ID) [--host HOST,…] [--folder PATH[:write],…] [--env NAME=VALUE,NAME=secret:CREDENTIAL] [--header NAME=secret:CREDENTIAL] [--trust local|verified|community] [--sockets] [--scripts] [--yes] [--totp CODE]',
  summary:
    'Add an MCP server. Shows exactly what would run, and asks. For npx and uvx it looks up the package, and downloads it after your yes. Its tools stay off until you review them',
  run(call) {
    const { context, json, options } = call
    if (options.has('link'))
      return withSession(call, (session) => fromLink(call, session, options.get('link') ?? ''))
    if (options.has('entry')) return withSession(call, (session) => fromEntry(call, session))
    const wanted = read(call)
    if (!wanted.ok) return Promise.resolve(complain(context, wanted.error, json))
    return withSession(call, (session) => add(call, session, wanted.value))
  },
}

/** A server of a list: see `gatehouse servers search`. */
async function fromEntry(call: Call, session: Session): Promise<number> {
  const { context, json, options, operands } = call
  const [id, from] = [options.get('entry') ?? '', options.get('from')]
  const name = ServerName.safeParse(operands[0])
  if (!name.success || from === undefined)
    return complain(
      context,
      failure('usage', 'gatehouse servers add --entry needs a NAME and --from.'),
      json,
    )
  const found = await session.call('servers.search', { from: sourceOf(from), text: id })
  if (!found.ok) return complain(context, found.error, json)
  const hit = found.value.hits.find((one) => one.id === id)
  const config = hit?.config ?? null
  if (hit === undefined || config === null)
    return complain(
      context,
      failure(
        'registry.no-entry',
        hit === undefined
          ? `The list has no server ${id}.`
          : `${id} cannot be used here: ${hit.notes.join(' ')}`,
        'See: gatehouse servers search',
      ),
      json,
    )
  for (const note of hit.notes) context.note(`${visible(note)}\n`)
  return add(call, session, { name: name.data, config: { ...config, enabled: true } })
}

async function fromLink(call: Call, session: Session, link: string): Promise<number> {
  const wish = await session.call('servers.read-link', { link })
  if (!wish.ok) return complain(call.context, wish.error, call.json)
  return add(call, session, {
    name: wish.value.name,
    config: { ...wish.value.config, enabled: true },
  })
}

async function add(call: Call, session: Session, { name, config }: Wanted): Promise<number> {
  const { context, json, options } = call
  const found = needsFetch(config) ? await lookUp(call, session, { config }) : null
  if (found?.ok === false) return complain(context, found.error, json)
  const plan = found?.value ?? null
  const agreed = await consent(
    call,
    `${launchText(name, config, context.color)}${plan === null ? '' : packageText(plan, call)}`,
    plan === null ? 'Type yes to add and start it: ' : 'Type yes to download, add and start it: ',
  )
  if (!agreed.ok) return complain(context, agreed.error, json)
  const added = await withEvidence(call, session, true, (evidence) =>
    session.call('servers.add', {
      name,
      config,
      ...(plan === null ? {} : { fetch: { plan: plan.id, scripts: options.has('scripts') } }),
      ...evidence,
    }),
  )
  if (!added.ok) return complain(context, added.error, json)
  if (json) printJson(context, { servers: added.value })
  else
    context.out(
      `${name} is added. Its tools stay off until you review them: gatehouse servers review ${name}\n`,
    )
  return exit.done
}

// Pure. `gatehouse://servers/add?…`: a link that proposes a server. All of it is shown and confirmed
// first; nothing is run, fetched or written before that.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { ServerConfig, ServerName } from '../../../contract/server/server.ts'

export type Wish = { readonly name: string; readonly config: ServerConfig }

const LONGEST = 16_384

/**
 * `name`, and either `url` or `command` with any number of `arg` and `host`; in the order they
 * are. A link gives no trust, no folder, no secret and no variable, and whatever it adds is
 * switched off. Failure `servers.bad-link`.
 */
export function readLink(link: string): Result<Wish, Failure> {
  const bad = (why: string): Result<never, Failure> =>
    err(
      failure(
        'servers.bad-link',
        `That link cannot be used: ${why}.`,
        'Add the server by hand: gatehouse servers add',
      ),
    )
  if (link.length > LONGEST) return bad('it is too long')
  if (!URL.canParse(link)) return bad('it is no address')
  const { protocol, host, pathname, searchParams, username, password, hash } = new URL(link)
  if (protocol !== 'gatehouse:' || host !== 'servers' || pathname !== '/add')
    return bad('it is not for adding a server')
  if (username !== '' || password !== '' || hash !== '')
    return bad('it has parts that mean nothing here')
  const unknown = [...searchParams.keys()].find(
    (key) => !['name', 'url', 'command', 'arg', 'host'].includes(key),
  )
  if (unknown !== undefined) return bad(`it sets ${unknown}, which only a person can`)
  const twice = ['name', 'url', 'command'].find((key) => searchParams.getAll(key).length > 1)
  if (twice !== undefined) return bad(`it gives ${twice} more than once`)
  const name = ServerName.safeParse(searchParams.get('name'))
  if (!name.success) return bad('its name is not a short name such as forge')
  const url = searchParams.get('url')
  const command = searchParams.get('command')
  if ((url === null) === (command === null)) return bad('it needs either an address or a command')
  const args = searchParams.getAll('arg')
  const hosts = searchParams.getAll('host')
  if (url !== null && args.length + hosts.length > 0) return bad('an address takes no arguments')
  const config = ServerConfig.safeParse(
    url === null
      ? { transport: 'stdio', command, args, hosts, enabled: false }
      : { transport: 'http', url, enabled: false },
  )
  return config.success
    ? ok({ name: name.data, config: config.data })
    : bad(
        `${config.error.issues[0]?.path.join('.') ?? ''} ${config.error.issues[0]?.message ?? ''}`,
      )
}

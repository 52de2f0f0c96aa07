// The server that the words of `servers add` ask for.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { ServerConfig, ServerName } from '../../../../contract/server/server.ts'
import type { Setting } from '../../../../contract/server/server.ts'
import type { Call } from '../command.ts'

export type Wanted = { readonly name: string; readonly config: ServerConfig }

const wrong = (text: string, hint = 'See: gatehouse help servers add'): Result<never, Failure> =>
  err(failure('usage', text, hint))

/** What only a server at an address has, and what only a program has. */
const ofAddresses = ['header'] as const
const ofPrograms = ['host', 'folder', 'env', 'sockets'] as const

/** How what the schema refuses is written on the command line. */
const written: Readonly<Record<string, string>> = {
  command: 'COMMAND',
  hosts: '--host',
  folders: '--folder',
  env: '--env',
  headers: '--header',
}

export function read({ operands, options }: Call): Result<Wanted, Failure> {
  const [given, ...command] = operands
  const name = ServerName.safeParse(given)
  if (!name.success)
    return wrong(
      'gatehouse servers add needs a NAME.',
      'Use a short name such as forge: lower-case letters, digits, hyphens.',
    )
  const url = options.get('url')
  if ((url === undefined) === (command.length === 0))
    return wrong('Add either a command after -- or --url.')
  const misplaced = (url === undefined ? ofAddresses : ofPrograms).find((each) => options.has(each))
  if (misplaced !== undefined)
    return wrong(
      url === undefined
        ? `--${misplaced} goes with --url, not with a command.`
        : `--${misplaced} goes with a command, not with --url.`,
    )
  const list = (option: 'host' | 'folder' | 'env' | 'header'): string[] =>
    (options.get(option) ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
  const unnamed = list('header').find((one) => !/^[\w!#$%&'*+.^`|~-]+=/.test(one))
  if (unnamed !== undefined)
    return wrong(`--header needs NAME=secret:CREDENTIAL, not "${unnamed}".`)
  const settings = (option: 'env' | 'header'): Record<string, Setting> =>
    Object.fromEntries(
      list(option).map((one): [string, Setting] => {
        const at = one.indexOf('=')
        const value = one.slice(at + 1)
        return [
          at < 0 ? one : one.slice(0, at),
          value.startsWith('secret:') ? { secret: value.slice(7) } : at < 0 ? '' : value,
        ]
      }),
    )
  const common = options.has('trust') ? { trust: options.get('trust') } : {}
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return wrong('--url is no address of http or https, such as https://mcp.example.com/mcp.')
  const folders = list('folder').map((one) =>
    one.endsWith(':write') ? { path: one.slice(0, -6), write: true } : { path: one },
  )
  const config = ServerConfig.safeParse(
    url === undefined
      ? {
          transport: 'stdio',
          command: command[0],
          args: command.slice(1),
          env: settings('env'),
          hosts: list('host'),
          folders,
          ...(options.has('sockets') ? { sockets: true } : {}),
          ...common,
        }
      : { transport: 'http', url, headers: settings('header'), ...common },
  )
  if (!config.success) {
    const [issue] = config.error.issues
    const field = String(issue?.path[0] ?? '')
    return wrong(`${written[field] ?? field} is not valid: ${issue?.message ?? ''}.`)
  }
  return ok({ name: name.data, config: config.data })
}

// Pure. The limits that a lease could have, narrowest first. Each covers the call that was shown.
import { noPatterns } from '../../contract/approval/lease.ts'
import type { LeasePatterns } from '../../contract/approval/lease.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'
import { isExact } from './command-cover.ts'
import { closedPaths } from './command-risk.ts'
import { commandWords } from './touch-facts.ts'

export type Proposal = { readonly patterns: LeasePatterns; readonly text: string }

/**
 * None for a call whose touches are of several kinds, but for a command and the hosts it may
 * connect to.
 */
/** @param args as they may be shown: what is hidden in them limits nothing. */
export function proposeScopes(
  touches: readonly CanonicalTouch[],
  workspace: string,
  args: JsonObject = {},
): readonly Proposal[] {
  const [first] = touches
  if (first === undefined) return []
  if (first.kind === 'net.fetch')
    return touches.length === 1 ? hostScopes(first.host, first.port, first.url, first.method) : []
  if (first.kind === 'proc.run') {
    const connects = touches
      .slice(1)
      .flatMap((touch) => (touch.kind === 'net.connect' ? [touch] : []))
    if (connects.length !== touches.length - 1) return []
    // No answer about a closed place is to last.
    if (closedPaths(first.parts).length > 0) return []
    return commandScopes(
      first,
      connects.map(({ host, port }) => (port === 443 ? host : `${host}:${port}`)),
    )
  }
  if (first.kind === 'mcp.call') return touches.length === 1 ? serverScopes(first, args) : []
  const paths = touches.flatMap((touch) =>
    touch.kind === 'fs.read' || touch.kind === 'fs.write' ? [touch.path] : [],
  )
  return paths.length === touches.length ? pathScopes([...new Set(paths)], workspace) : []
}

function pathScopes(paths: readonly string[], workspace: string): readonly Proposal[] {
  const folders = [
    ...new Set(paths.map((path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0)))),
  ]
  const inside = paths.every((path) => path.startsWith(`${workspace}/`))
  const scopes = [
    { patterns: { ...noPatterns, paths: [...paths] }, text: `Only ${paths.join(', ')}` },
    ...(folders.includes('')
      ? []
      : [
          {
            patterns: { ...noPatterns, paths: folders.map((folder) => `${folder}/**`) },
            text: `Everything in ${folders.join(', ')}`,
          },
        ]),
    ...(inside && !folders.includes(workspace)
      ? [
          {
            patterns: { ...noPatterns, paths: [`${workspace}/**`] },
            text: 'Everything in the workspace',
          },
        ]
      : []),
  ]
  // A name with a wildcard in it cannot be written as a pattern that means just that name.
  return scopes.filter(({ patterns }) =>
    patterns.paths.every(
      (path) => path.length <= 1024 && !/[*?]/.test(path.replace(/\/\*\*$/, '')),
    ),
  )
}

function hostScopes(
  host: string,
  port: number,
  url: string,
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
): readonly Proposal[] {
  const plain = url.startsWith('http:')
  const written = `${plain ? 'http://' : ''}${port === (plain ? 80 : 443) ? host : `${host}:${port}`}`
  return [
    {
      patterns: { ...noPatterns, hosts: [written], methods: [method] },
      text: `${method} to anything on ${written}`,
    },
  ]
}

/** Longer values, lists and objects are hardly ever the same twice. */
const LONGEST_VALUE = 120
const MOST_VALUES = 8

/**
 * With the same plain arguments first, then with any; of what is no tool just that one, then all of
 * its kind.
 */
function serverScopes(
  { server, tool, what }: CanonicalTouchOf<'mcp.call'>,
  args: JsonObject,
): readonly Proposal[] {
  const name = `${server}/${tool}`
  if (name.length > 8_300) return []
  const calls = { ...noPatterns, calls: [name] }
  if (what !== undefined)
    return [
      { patterns: calls, text: `Only the ${what} ${tool} of ${server}` },
      {
        patterns: { ...noPatterns, calls: [`${server}/*`] },
        text: `Every ${what} of ${server} that you have opened`,
      },
    ]
  const plain = Object.entries(args).filter(
    ([key, value]) =>
      key.length < 200 &&
      (typeof value === 'number' ||
        typeof value === 'boolean' ||
        (typeof value === 'string' && value.length <= LONGEST_VALUE)),
  )
  const any = { patterns: calls, text: `${tool} of ${server} with any arguments` }
  if (plain.length === 0 || plain.length > MOST_VALUES) return [any]
  const same = Object.fromEntries(
    plain.map(([key, value]) => [`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value]),
  )
  const words = plain.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(', ')
  return [{ patterns: { ...calls, args: same }, text: `${tool} of ${server} with ${words}` }, any]
}

/** More parts than a list of limits may have. */
const MOST_PARTS = 64

/**
 * The whole of each command first, then its first two words where the second is no option; in their
 * order, so that the same line is meant and not some of it. A command that is not wholly known has
 * no scope.
 */
function commandScopes(
  line: CanonicalTouchOf<'proc.run'>,
  hosts: readonly string[],
): readonly Proposal[] {
  const lines = commandWords(line)
  if (!isExact(line) || lines.length > MOST_PARTS) return []
  if (
    lines.some(
      (words) =>
        words.length === 0 ||
        words.some((word) => word === '' || word.includes('{any}') || /\s/.test(word)),
    )
  )
    return []
  const whole = lines.map((words) => words.join(' '))
  const short = lines.map((words) =>
    (words[1]?.startsWith('-') === true ? words : words.slice(0, 2)).join(' '),
  )
  const scope = (commands: readonly string[]): Proposal => ({
    patterns: { ...noPatterns, commands: [...commands], hosts: [...hosts] },
    text: `Commands that begin with ${commands.map((command) => `“${command}”`).join(commands.length === 1 ? '' : ', then ')}${hosts.length === 0 ? '' : `, connecting to ${hosts.join(', ')}`}`,
  })
  return short.join('\n') === whole.join('\n') ? [scope(whole)] : [scope(whole), scope(short)]
}

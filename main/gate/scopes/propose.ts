// Pure. The scopes that a standing answer to a held call could have, narrowest first. Each covers
// the call that was shown.
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { closedPaths } from '../command-risk.ts'
import type { Proposal, ScopeFacts } from './scope-facts.ts'
import { pathScopes } from './propose-paths.ts'
import { pluginScopes } from './propose-plugin.ts'
import { serverScopes, short } from './propose-server.ts'

/**
 * None for a call whose touches are of several kinds, but for a command and the hosts it may
 * connect to, and for a plugin.
 */
export function proposeScopes(
  touches: readonly CanonicalTouch[],
  facts: ScopeFacts,
): readonly Proposal[] {
  const [first] = touches
  if (first === undefined) return []
  if (first.kind === 'net.fetch') return touches.length === 1 ? hostScopes(first) : []
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
      facts,
    )
  }
  if (first.kind === 'plugin.run') return pluginScopes(first, touches.slice(1), facts)
  if (first.kind === 'mcp.call') return touches.length === 1 ? serverScopes(first, facts) : []
  const files = touches.flatMap((touch) =>
    touch.kind === 'fs.read' || touch.kind === 'fs.write' ? [touch] : [],
  )
  return files.length === touches.length ? pathScopes(files, facts) : []
}

function hostScopes({
  host,
  port,
  url,
  method,
  recipients,
}: CanonicalTouchOf<'net.fetch'>): readonly Proposal[] {
  const plain = url.startsWith('http:')
  const written = `${plain ? 'http://' : ''}${port === (plain ? 80 : 443) ? host : `${host}:${port}`}`
  const from = method === 'GET' || method === 'HEAD' ? 'from' : 'to'
  const exact = { patterns: noPatterns, exact: true, text: `${method} ${short(url)}` }
  if (recipients !== undefined) return [exact]
  return [
    exact,
    {
      patterns: { ...noPatterns, hosts: [written], methods: [method] },
      text: `${method} ${from} ${written}`,
    },
  ]
}

/** More parts than a list of limits may have. */
const MOST_PARTS = 64

/**
 * The line as it is, then with any arguments behind the program and its verb. The parts stay in
 * their order, none more and none less, so that the same line is meant and not some of it.
 */
function commandScopes(
  line: CanonicalTouchOf<'proc.run'>,
  hosts: readonly string[],
  { verbLength = () => null }: ScopeFacts,
): readonly Proposal[] {
  const { parts = [] } = line
  const to = hosts.length === 0 ? '' : `, connecting to ${hosts.join(', ')}`
  const exact = {
    patterns: noPatterns,
    exact: true,
    text: `${quoted(line.command)}${to}`,
  }
  const scope = parts.map((part) => {
    const count = verbLength(part)
    return count === null
      ? { words: [...part.words], more: false }
      : { words: part.words.slice(0, count), more: true }
  })
  // A part without words is known by its text alone, which only the line itself has.
  const fits =
    parts.length <= MOST_PARTS &&
    parts.every(({ words, exact: known }) => known && words.length > 0) &&
    scope.some(({ more }) => more)
  if (!fits) return [exact]
  const words = scope
    .map((part) => `${quoted(part.words.join(' '))}${part.more ? ' with any arguments' : ''}`)
    .join(', then ')
  return [
    exact,
    { patterns: { ...noPatterns, parts: scope, hosts: [...hosts] }, text: `${words}${to}` },
  ]
}

const quoted = (text: string): string => `“${short(text)}”`

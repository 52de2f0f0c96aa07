// Pure. Does the address of a server's resource name a place of the STOP list? A server in our
// sandbox does not see such a place; one that runs elsewhere as the same person does.
import { credentialPaths } from '../../../contract/policy/paths/credential-paths.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { comparable, type PathPattern, type PathRoots } from '../path-glob.ts'
import { isStopped } from './stop-in-command.ts'

const CREDENTIALS: readonly string[] = [
  ...new Set(['linux', 'darwin', 'win32'].flatMap((platform) => credentialPaths(platform))),
]

/** Of a resource that is read, and of the arguments of a tool: the first place that is closed. */
export const stoppedInCall = (
  { tool, what, paths = [] }: CanonicalTouchOf<'mcp.call'>,
  stops: readonly PathPattern[],
  roots: PathRoots,
): string | null =>
  what === 'resource'
    ? stoppedResource(tool, stops, roots)
    : (paths.find(
        ({ path, zone, granted }) =>
          granted !== 'own' &&
          (zone === 'stop' || isStopped(comparable(path, roots.foldsCase), stops)),
      )?.path ?? null)

/** The path that it names, when that is closed; null: it names none, or one that is not. */
export function stoppedResource(
  uri: string,
  stops: readonly PathPattern[],
  roots: PathRoots,
): string | null {
  const path = pathOf(uri, roots.home)
  if (path === null) return null
  const compared = comparable(path, roots.foldsCase)
  const closed = CREDENTIALS.some((place) => {
    const whole = comparable(`${roots.home}/${place}`, roots.foldsCase)
    return compared === whole || compared.startsWith(`${whole}/`)
  })
  return closed || isStopped(compared, stops) ? path : null
}

/** Of a `file:` address, in whatever spelling; what is no file is none. */
function pathOf(uri: string, home: string): string | null {
  const rest = /^\s*file:(?:\/\/(?:localhost|127\.0\.0\.1)?(?=\/))?(.*)$/is.exec(uri)?.[1]
  if (rest === undefined) return null
  const names: string[] = []
  for (const name of decoded(rest.replace(/[?#].*$/s, ''))
    .replaceAll('\\', '/')
    .split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..') names.pop()
    else names.push(name)
  }
  if (names[0] === '~') return [home, ...names.slice(1)].join('/')
  return `/${names.join('/')}`
}

/** Some servers decode what was decoded: the last form counts. */
function decoded(text: string): string {
  let open = text
  for (let round = 0; round < 4; round++) {
    let next: string
    try {
      next = decodeURIComponent(open)
    } catch {
      return open
    }
    if (next === open) return open
    open = next
  }
  return open
}

// What a server says that it could not read, write or reach: the errors of operating systems, as
// programs of every kind print them. Pure. It is the server's word and no more.

export type Miss =
  | {
      readonly kind: 'path'
      readonly path: string
      readonly write: boolean
      /** Said by a tool whose name says that it changes something. */
      readonly makes?: true
    }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'sockets' }

/** Longer texts are no error messages. */
const MOST_TEXT = 64 * 1024
const MOST = 50

const WRITES = /EROFS|read-only file system|mkdir|rename|unlink|rmdir|copyfile|symlink|chmod|write/i
const REASON =
  '(?:ENOENT|EACCES|EPERM|EROFS|no such file or directory|permission denied|read-only file system|operation not permitted|not accessible|does not exist|cannot access)'
/** The path in quotes after the reason, within a line. */
const QUOTED = new RegExp(`${REASON}[^\\n'"]{0,80}?['"](/[^'"\\n]{1,1024})['"]`, 'gi')
/** Go, shells, C: the path first, then a colon and the reason. */
const BEFORE = new RegExp(`(?:^|[\\s'"(])(/[^\\s:'"]{1,1024})['"]?: ${REASON}`, 'gi')
/** `cannot access /path`, without quotes. */
const AFTER = new RegExp(`${REASON}[ a-z:,]{0,40}[: ](/[^\\s'",;)]{1,1024})`, 'gi')
const HOST = '([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)'
const HOSTS = [
  new RegExp(`getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ${HOST}`, 'gi'),
  new RegExp(`could not resolve host:? ['"]?${HOST}`, 'gi'),
  new RegExp(`failed to resolve ['"]${HOST}`, 'gi'),
  new RegExp(`HTTPS?ConnectionPool\\(host=['"]${HOST}`, 'gi'),
  new RegExp(`dial tcp: lookup ${HOST}`, 'gi'),
] as const
const SOCKETS = [
  /process_singleton\S*[^\n]{0,80}socket\(\) failed/i,
  /failed to create (?:unix )?socket[^\n]{0,80}(?:EPERM|operation not permitted)/i,
  /listen EPERM[^\n]{0,40}operation not permitted (?:\/|\\0|@)/i,
  /socket(?:\(AF_UNIX|\.socket)[^\n]{0,80}operation not permitted/i,
] as const

/** @param makes it is the answer of a tool whose name says that it changes something. */
export function reportedMisses(text: string, makes = false): readonly Miss[] {
  const short = text.slice(-MOST_TEXT)
  const paths = new Map<string, boolean>()
  for (const pattern of [QUOTED, BEFORE, AFTER])
    for (const match of short.matchAll(pattern)) {
      const path = (match[1] ?? '').replace(/[.,;:)\]]+$/, '')
      const line = short.slice(Math.max(0, match.index - 60), match.index + match[0].length)
      if (path !== '' && path !== '/')
        paths.set(path, paths.get(path) === true || WRITES.test(lastLine(line, path)))
    }
  const hosts = new Set(
    HOSTS.flatMap((pattern) =>
      [...short.matchAll(pattern)].map(([, host = '']) => host.toLowerCase()),
    ),
  )
  return [
    ...[...paths].map(([path, write]): Miss => ({
      kind: 'path',
      path,
      write,
      ...(makes ? { makes } : {}),
    })),
    ...[...hosts].map((host): Miss => ({ kind: 'host', host })),
    ...(SOCKETS.some((pattern) => pattern.test(short)) ? [{ kind: 'sockets' } as const] : []),
  ].slice(0, MOST)
}

/** The words of the message itself: the path may have any in it. */
const lastLine = (text: string, path: string): string =>
  (text.split('\n').at(-1) ?? '').replaceAll(path, '')

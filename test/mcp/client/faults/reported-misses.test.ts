// What servers say that they could not have, in the words of the systems they were written for.
import { describe, expect, it } from 'vitest'
import { reportedMisses } from '../../../../main/mcp/client/faults/reported-misses.ts'
import { processorMs } from '../../../processor.ts'

const said = (text: string): readonly string[] =>
  reportedMisses(text).map((miss) =>
    miss.kind === 'path'
      ? `${miss.write ? 'write' : 'read'} ${miss.path}`
      : miss.kind === 'host'
        ? `host ${miss.host}`
        : 'sockets',
  )

describe('an error', () => {
  it.each<readonly [string, readonly string[]]>([
    [
      "Error: ENOENT: no such file or directory, open '/home/me/notes.md'",
      ['read /home/me/notes.md'],
    ],
    ["Error: EACCES: permission denied, scandir '/srv/data'", ['read /srv/data']],
    ["EROFS: read-only file system, open '/home/me/memory.json'", ['write /home/me/memory.json']],
    ["ENOENT: no such file or directory, mkdir '/srv/state/a'", ['write /srv/state/a']],
    [
      "FileNotFoundError: [Errno 2] No such file or directory: '/home/me/my repo'",
      ['read /home/me/my repo'],
    ],
    ["OSError: [Errno 30] Read-only file system: '/srv/db'", ['write /srv/db']],
    ["PermissionError: [Errno 13] Permission denied: '/srv/x'", ['read /srv/x']],
    ['open /srv/config.toml: no such file or directory', ['read /srv/config.toml']],
    ['mkdir /srv/state: read-only file system', ['write /srv/state']],
    ["fatal: cannot change to '/home/me/repo': No such file or directory", ['read /home/me/repo']],
    ['Error accessing directory /home/me: ENOENT', ['read /home/me']],
    ['Error: Cannot access /home/me/docs', ['read /home/me/docs']],
    ['TypeError: fetch failed: getaddrinfo EAI_AGAIN api.example.com', ['host api.example.com']],
    ['curl: (6) Could not resolve host: api.example.com', ['host api.example.com']],
    [
      "HTTPSConnectionPool(host='api.example.com', port=443): Max retries",
      ['host api.example.com'],
    ],
    ['dial tcp: lookup api.example.com on 127.0.0.1:53', ['host api.example.com']],
    [
      'FATAL:chrome/browser/process_singleton_posix.cc:297] Check failed: . socket() failed: Operation not permitted (1)',
      ['sockets'],
    ],
    ['Error: listen EPERM: operation not permitted /tmp/x.sock', ['read /tmp/x.sock', 'sockets']],
    // Nothing is wrong there.
    ['reading /home/me/notes.md', []],
    ['the words permission and denied', []],
    ['', []],
  ])('%s', (text, expected) => expect(said(text)).toEqual(expected))

  it('is read in bounded time, whatever it is', () => {
    const before = processorMs()
    for (const text of [
      '/'.repeat(200_000),
      'ENOENT '.repeat(30_000),
      "permission denied '/".repeat(9_000),
      `${'/a'.repeat(30_000)}: permission denied`,
    ])
      reportedMisses(text)
    expect(processorMs() - before).toBeLessThan(2_000)
  })
})

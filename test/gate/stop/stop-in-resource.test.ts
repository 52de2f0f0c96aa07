import { describe, expect, it } from 'vitest'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { stoppedInCall, stoppedResource } from '../../../main/gate/stop/stop-in-resource.ts'

const roots = { home: '/home/ada', workspace: '/home/ada/work', foldsCase: false }
const stops = [pathPattern('/home/ada/work/closed/**', roots), pathPattern('/**/*.pem', roots)]
const named = (uri: string): string | null => stoppedResource(uri, stops, roots)

describe('the address of a resource', () => {
  it.each([
    ['file:///home/ada/.ssh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['FILE:///home/ada/.ssh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['file:/home/ada/.aws/credentials', '/home/ada/.aws/credentials'],
    ['file://localhost/home/ada/.ssh', '/home/ada/.ssh'],
    ['file:///home/ada/work/../.ssh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['file:///home/ada/%2essh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['file:///home/ada/%252essh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['file:///home//ada/./.gnupg/x#y', '/home/ada/.gnupg/x'],
    ['file:~/.ssh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['file:///home/ada/work/closed/a', '/home/ada/work/closed/a'],
    ['file:///srv/key.pem?x', '/srv/key.pem'],
  ])('names a closed place: %s', (uri, path) => {
    expect(named(uri)).toBe(path)
  })

  it.each([
    'file:///home/ada/work/a.txt',
    'file:///home/ada/.sshx/a',
    'file:///home/ada/work/closedx/a',
    'https://example.com/home/ada/.ssh/id_rsa',
    'note://closed',
    '',
  ])('names none: %s', (uri) => {
    expect(named(uri)).toBe(null)
  })
})

describe('the address of a resource on a file system that folds case', () => {
  const folding = { ...roots, foldsCase: true }
  const closed = [pathPattern('/home/ada/work/Closed/**', folding)]
  it.each([
    ['file:///home/ada/WORK/closed/a', '/home/ada/WORK/closed/a'],
    ['file:///Home/Ada/.SSH/id_rsa', '/Home/Ada/.SSH/id_rsa'],
    ['file:///home/ada/work/CLOSED', '/home/ada/work/CLOSED'],
  ])('is compared without case: %s', (uri, path) => {
    expect(stoppedResource(uri, closed, folding)).toBe(path)
    expect(stoppedResource(uri, closed, roots)).toBeNull()
  })
})

describe('a place that an argument of a tool names', () => {
  const call = (path: string, zone: 'stop' | 'outside', granted: 'none' | 'own') =>
    stoppedInCall(
      {
        kind: 'mcp.call',
        server: 'forge',
        tool: 'read',
        trust: 'local',
        openWorld: true,
        paths: [{ argument: '/path', path, zone, granted }],
      },
      stops,
      roots,
    )
  it('is closed where the STOP list has it, but for its own folder', () => {
    expect([
      call('/home/ada/.ssh/id_rsa', 'stop', 'none'),
      call('/data/servers/forge/a', 'stop', 'own'),
      call('/srv/a', 'outside', 'none'),
    ]).toEqual(['/home/ada/.ssh/id_rsa', null, null])
  })
})

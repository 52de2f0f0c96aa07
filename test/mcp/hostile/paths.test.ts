// Places that arguments of a server's program name: found where the schema says path, held against
// what was granted, and part of the decision.
import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../contract/result.ts'
import { pathsIn } from '../../../main/mcp/trust/path-arguments.ts'
import { locationsOf } from '../../../main/wiring/calls/server-locations.ts'

const schema = (properties: Readonly<Record<string, object>>) => ({ type: 'object', properties })
const found = (properties: Readonly<Record<string, object>>, args: unknown) =>
  pathsIn(schema(properties), args).map(({ argument, path }) => `${argument} ${path}`)

describe('an argument is a path on this machine', () => {
  it.each([
    ['by the word of its name', { path: {} }, { path: '/etc/passwd' }, ['/path /etc/passwd']],
    [
      'by a word of a longer name',
      { sourceFile: {} },
      { sourceFile: '/a/b' },
      ['/sourceFile /a/b'],
    ],
    ['by its format', { it: { format: 'path' } }, { it: '/a/b' }, ['/it /a/b']],
    [
      'by its description',
      { it: { description: 'Absolute path of the report' } },
      { it: '/a/b' },
      ['/it /a/b'],
    ],
    [
      'in a list',
      { paths: { type: 'array' } },
      { paths: ['/a', '/b'] },
      ['/paths/0 /a', '/paths/1 /b'],
    ],
    [
      'in an object below',
      { edit: { type: 'object', properties: { file: {} } } },
      { edit: { file: '/a/b' } },
      ['/edit/file /a/b'],
    ],
    [
      'as an address of a file, whatever it is called',
      { q: {} },
      { q: 'file:///a/b%20c' },
      ['/q /a/b c'],
    ],
    ['from the home', { path: {} }, { path: '~/.ssh/id_rsa' }, ['/path ~/.ssh/id_rsa']],
    ['where it climbs out', { path: {} }, { path: '../../etc' }, ['/path ../../etc']],
    ['not below its own folder', { path: {} }, { path: 'notes/a.md' }, []],
    ['not where nothing says so', { query: {} }, { query: '/regular expression/' }, []],
    ['not at another machine', { path: {} }, { path: 'https://example.org/a' }, []],
  ])('%s', (_, properties, args, expected) => {
    expect(found(properties, args)).toEqual(expected)
  })
})

/** A server has a `/tmp` of its own, so a home that lies there is not the person's for it. */
const ofTheHome = homedir().startsWith('/tmp/') ? 'own' : 'none'

describe('a path is compared with what was granted', () => {
  const locations = locationsOf(
    async (path) =>
      ok({
        path: path === '/work/link' ? '/home/ada/private' : path,
        zone: path.includes('/.ssh') ? 'stop' : 'outside',
        is: 'file',
      } as never),
    {
      home: '/data/servers/forge',
      folders: [
        { path: '/work', write: false },
        { path: '/work/out', write: true },
      ],
    },
  )
  it.each([
    ['/work/a.md', 'read'],
    ['/work/out/a.md', 'write'],
    ['/worked/a.md', 'none'],
    ['/work/link', 'none'],
    ['/tmp/x', 'own'],
    ['../forge/x', 'own'],
    ['../other/x', 'none'],
    ['~/.ssh/id_rsa', ofTheHome],
  ])('%s is granted: %s', async (path, granted) => {
    const [location] = await locations([{ argument: '/path', path }])
    expect(location?.granted).toBe(granted)
  })

  it('reads ~ as the home of the person, so that its closed places are recognised', async () => {
    expect(await locations([{ argument: '/path', path: '~/.ssh/id_rsa' }])).toEqual([
      { argument: '/path', path: `${homedir()}/.ssh/id_rsa`, zone: 'stop', granted: ofTheHome },
    ])
  })
})

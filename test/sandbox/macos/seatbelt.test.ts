// There is no macOS here: the profile is read back and asked, which shows what it says and not that
// the kernel obeys.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  seatbeltCommand,
  seatbeltProfile,
  type SeatbeltInside,
} from '../../../main/sandbox/macos/seatbelt.ts'
import { evaluate, readExpressions, type Asked } from './seatbelt-reader.ts'

const inside: SeatbeltInside = {
  workspace: '/Users/ann/work',
  tmp: '/private/tmp/gh-1',
  programs: ['/opt/homebrew'],
  proxyPort: null,
  guarded: [
    '/Users/ann/work/.git/hooks',
    '/Users/ann/work/.git/config',
    '/Users/ann/work/.envrc',
    '/Users/ann/work/sub/deep/.git/hooks',
  ],
}
const ask = (asked: Asked, change: Partial<SeatbeltInside> = {}): string => {
  const { text, parameters } = seatbeltProfile({ ...inside, ...change })
  return evaluate(text, parameters, asked)
}
const W = '/Users/ann/work'

const rows: readonly (readonly [operation: string, path: string, want: 'allow' | 'deny'])[] = [
  ['file-read-data', `${W}/src/a.ts`, 'allow'],
  ['file-read-data', W, 'allow'],
  ['file-read-data', `${W}ing/a`, 'deny'],
  ['file-read-data', `${W}/.git/hooks/pre-commit`, 'allow'],
  ['file-read-data', '/Users/ann', 'deny'],
  ['file-read-data', '/Users/ann/.ssh/id_ed25519', 'deny'],
  ['file-read-metadata', '/Users/ann/.ssh/id_ed25519', 'deny'],
  ['file-read-data', '/Users/ann/Library/Keychains/login.keychain-db', 'deny'],
  ['file-read-data', '/private/etc/master.passwd', 'deny'],
  ['file-read-data', '/private/etc/sudoers', 'deny'],
  ['file-read-data', '/private/tmp/other', 'deny'],
  ['file-read-data', '/private/tmp/gh-1/a', 'allow'],
  ['file-read-data', '/Library/Keychains/System.keychain', 'deny'],
  ['file-read-data', '/Applications', 'deny'],
  ['file-read-data', '/Volumes/disk', 'deny'],
  ['file-read-data', '/usr/lib/libSystem.dylib', 'allow'],
  ['file-read-data', '/usr/local/etc/secret', 'deny'],
  ['file-read-data', '/opt/homebrew/bin/node', 'allow'],
  ['file-read-data', '/dev/disk0', 'deny'],
  ['file-read-data', '/dev/ttys001', 'deny'],
  ['file-read-data', '/dev/urandom', 'allow'],
  ['file-write-data', '/dev/null', 'allow'],
  ['file-write-create', `${W}/new`, 'allow'],
  ['file-write-data', `${W}/src/a.ts`, 'allow'],
  ['file-write-unlink', `${W}/src`, 'allow'],
  ['file-write-unlink', W, 'deny'],
  ['file-write-data', `${W}/.git/hooks/pre-commit`, 'deny'],
  ['file-write-create', `${W}/.git/hooks/new`, 'deny'],
  ['file-write-create', `${W}/.git/hooks`, 'deny'],
  ['file-write-data', `${W}/.git/config`, 'deny'],
  ['file-write-data', `${W}/.git/config.lock`, 'allow'],
  ['file-write-unlink', `${W}/.git/config`, 'deny'],
  ['file-write-unlink', `${W}/.git`, 'deny'],
  ['file-write-create', `${W}/.git/index.lock`, 'allow'],
  ['file-write-mode', `${W}/.git/hooks/pre-commit`, 'deny'],
  ['file-write-xattr', `${W}/.envrc`, 'deny'],
  ['file-write-unlink', `${W}/sub/deep/.git`, 'deny'],
  ['file-write-unlink', `${W}/sub/deep`, 'deny'],
  ['file-write-unlink', `${W}/sub`, 'deny'],
  ['file-write-unlink', `${W}/sub/deeper`, 'allow'],
  ['file-write-setugid', `${W}/tool`, 'deny'],
  ['file-write-create', '/Users/ann/Library/LaunchAgents/x.plist', 'deny'],
  ['file-write-data', '/usr/bin/git', 'deny'],
  ['file-write-data', '/opt/homebrew/bin/node', 'deny'],
  ['process-exec', '/usr/bin/git', 'allow'],
  ['process-exec', `${W}/build/tool`, 'allow'],
  ['process-exec', '/Applications/Calculator.app/Contents/MacOS/Calculator', 'deny'],
]

const others: readonly (readonly [asked: Asked, want: 'allow' | 'deny'])[] = [
  [{ operation: 'network-outbound', remote: 'localhost:3128' }, 'deny'],
  [{ operation: 'network-outbound', path: '/var/run/mDNSResponder' }, 'deny'],
  [{ operation: 'network-bind', remote: 'localhost:1' }, 'deny'],
  [{ operation: 'network-inbound' }, 'deny'],
  [{ operation: 'system-socket' }, 'deny'],
  [{ operation: 'mach-lookup', name: 'com.apple.system.opendirectoryd.libinfo' }, 'allow'],
  [{ operation: 'mach-lookup', name: 'com.apple.pasteboard.1' }, 'deny'],
  [{ operation: 'mach-lookup', name: 'com.apple.SecurityServer' }, 'deny'],
  [{ operation: 'mach-lookup', name: 'com.apple.coreservices.appleevents' }, 'deny'],
  [{ operation: 'mach-register', name: 'mine' }, 'deny'],
  [{ operation: 'appleevent-send' }, 'deny'],
  [{ operation: 'lsopen' }, 'deny'],
  [{ operation: 'job-creation' }, 'deny'],
  [{ operation: 'iokit-open' }, 'deny'],
  [{ operation: 'ipc-posix-shm-write-create', name: 'x' }, 'deny'],
  [{ operation: 'process-fork' }, 'allow'],
  [{ operation: 'signal', target: 'same-sandbox' }, 'allow'],
  [{ operation: 'signal', target: 'others' }, 'deny'],
  [{ operation: 'process-info-pidinfo', target: 'others' }, 'deny'],
  [{ operation: 'mach-priv-task-port', target: 'others' }, 'deny'],
  [{ operation: 'sysctl-read', name: 'hw.ncpu' }, 'allow'],
  [{ operation: 'sysctl-read', name: 'kern.proc.all' }, 'deny'],
  [{ operation: 'sysctl-write', name: 'hw.ncpu' }, 'deny'],
]

describe('the Seatbelt profile', () => {
  it.each(rows)('answers %s of %s with %s', (operation, path, want) =>
    expect(ask({ operation, path })).toBe(want),
  )
  it.each(others)('answers %j with %s', (asked, want) => expect(ask(asked)).toBe(want))

  it('opens the port of the proxy and no other when there is one', () => {
    const to = (remote: string): string =>
      ask({ operation: 'network-outbound', remote }, { proxyPort: 3128 })
    expect(['localhost:3128', 'localhost:3129', '*:3128', '10.0.0.1:3128'].map(to)).toEqual([
      'allow',
      'deny',
      'deny',
      'deny',
    ])
  })

  it.each([0, 65_536, 1.5, Number.NaN, -1])('refuses %s as a port', (proxyPort) => {
    expect(() => seatbeltProfile({ ...inside, proxyPort })).toThrow('no port')
  })

  const hostile = fc.oneof(
    fc.constantFrom(
      '/w") (allow default) ("',
      '/w\\',
      "/w'",
      '/w))(allow network*)',
      '/w\n(allow default)',
      '/w (param "TMP")',
      '/w;x',
      '/w=y',
      '/w#"',
      '/wé',
      '/w\t*',
    ),
    fc.string({ minLength: 1, maxLength: 30 }).map((name) => `/w/${name.replaceAll('\0', '')}`),
  )

  it('says the same whatever paths are called, and holds exactly the given ones', () => {
    fc.assert(
      fc.property(
        hostile,
        hostile,
        fc.array(hostile, { maxLength: 3 }),
        fc.array(hostile, { maxLength: 2 }),
        (workspace, tmp, guarded, programs) => {
          const held = { workspace, tmp, guarded, programs, proxyPort: null }
          const plain = {
            workspace: '/a',
            tmp: '/b',
            guarded: guarded.map(() => '/c'),
            programs: programs.map(() => '/d'),
            proxyPort: null,
          }
          const { text, parameters } = seatbeltProfile(held)
          // Folders between workspace and spot are the only thing that may make the text longer:
          // named ones.
          const withoutHolders = (source: string): string =>
            source.replaceAll(/\(literal \(param "HOLDER\d+"\)\) /g, '')
          expect(withoutHolders(text)).toBe(withoutHolders(seatbeltProfile(plain).text))
          const given = Object.entries(parameters)
            .filter(([name]) => !name.startsWith('HOLDER'))
            .map(([, value]) => value)
          expect(given.toSorted()).toEqual([workspace, tmp, ...guarded, ...programs].toSorted())
          expect(evaluate(text, parameters, { operation: 'file-read-data', path: workspace })).toBe(
            'allow',
          )
          for (const path of guarded)
            expect(evaluate(text, parameters, { operation: 'file-write-data', path })).toBe('deny')
          expect(evaluate(text, parameters, { operation: 'network-outbound', remote: 'x:1' })).toBe(
            'deny',
          )
        },
      ),
    )
  })

  it('hands every path over as one whole argument, and an environment without anything of ours', () => {
    fc.assert(
      fc.property(hostile, hostile, (workspace, argument) => {
        const { file, args, environment } = seatbeltCommand({ ...inside, workspace, guarded: [] }, [
          '/bin/sh',
          '-c',
          argument,
        ])
        expect(file).toBe('/usr/bin/sandbox-exec')
        expect(args.slice(2)).toEqual([
          '-D',
          `WORKSPACE=${workspace}`,
          '-D',
          `TMP=${inside.tmp}`,
          '-D',
          'PROGRAMS0=/opt/homebrew',
          '--',
          '/bin/sh',
          '-c',
          argument,
        ])
        expect(Object.keys(environment).toSorted()).toEqual([
          'GIT_OPTIONAL_LOCKS',
          'HOME',
          'LANG',
          'PATH',
          'TERM',
          'TMPDIR',
          'USER',
          'npm_config_update_notifier',
        ])
      }),
    )
  })

  it('gives programs the address of the proxy when there is one', () => {
    expect(seatbeltCommand({ ...inside, proxyPort: 9 }, ['x']).environment).toMatchObject({
      https_proxy: 'http://localhost:9',
      ALL_PROXY: 'http://localhost:9',
    })
  })
})

describe('the reader', () => {
  it.each(['(', ')', '("a', '(a))'])('refuses %j', (source) =>
    expect(() => readExpressions(source)).toThrow(/closed|end/),
  )
  it('reads strings with quotes, backslashes and line ends in them', () => {
    expect(readExpressions('(a "b\\"c\\\\d\n(e)" f)')).toEqual([
      ['a', { text: 'b"c\\d\n(e)' }, 'f'],
    ])
  })
  it('lets the last matching rule count, and refuses a profile that allows first', () => {
    const base = '(version 1)(deny default)'
    const path = '/a'
    expect(
      evaluate(
        `${base}(allow file-read* (literal "/a"))`,
        {},
        { operation: 'file-read-data', path },
      ),
    ).toBe('allow')
    expect(
      evaluate(
        `${base}(allow file-read* (literal "/a"))(deny file-read-data)`,
        {},
        { operation: 'file-read-data', path },
      ),
    ).toBe('deny')
    expect(() =>
      evaluate('(version 1)(allow default)', {}, { operation: 'file-read-data', path }),
    ).toThrow('denies first')
  })
})

import { describe, expect, it } from 'vitest'
import type { RehearsalEnd, RehearsedChange } from '../../../contract/call/rehearsal.ts'
import {
  changeWords,
  countWords,
  endWords,
  hostWords,
  mayRehearse,
} from '../../../renderer/features/approvals/card/rehearsal/rehearsal-text.ts'
import { decision, workspace } from '../../fakes/bridge-data.ts'

const noCounts = { added: 0, changed: 0, deleted: 0, type: 0, mode: 0 }
const file = (bytes: number, mode = '0644') => ({ is: 'file', bytes, mode }) as const

describe('a rehearsal in words', () => {
  const ends: readonly [RehearsalEnd, string, string][] = [
    [{ kind: 'done' }, 'It worked', 'ok'],
    [{ kind: 'failed', error: { code: 'x', text: 'no' } }, 'It failed', 'bad'],
    [{ kind: 'exited', code: 0 }, 'Ended with exit code 0', 'ok'],
    [{ kind: 'exited', code: 3 }, 'Failed with exit code 3', 'bad'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'Ended by SIGSEGV', 'bad'],
    [{ kind: 'stopped', limit: 'time' }, 'Stopped: the rehearsal took too long', 'warn'],
    [{ kind: 'stopped', limit: 'written' }, 'Stopped: it wrote too much to the disk', 'warn'],
  ]
  it.each(ends)('%j', (end, text, tone) => {
    expect(endWords(end)).toEqual({ text, tone })
  })

  it('counts only what happened', () => {
    expect(countWords(noCounts)).toBe('no files changed')
    expect(countWords({ added: 3, changed: 0, deleted: 1, type: 1, mode: 2 })).toBe(
      '3 added, 1 deleted, 1 of another type, 2 with other permissions',
    )
  })

  it.each([
    [{ host: 'example.org', port: 443 }, 'example.org:443'],
    [{ host: 'example.org', port: null }, 'example.org'],
    [{ host: '2001:db8::1', port: 80 }, '[2001:db8::1]:80'],
  ])('names the host %j', (host, text) => {
    expect(hostWords(host)).toBe(text)
  })

  const changes: readonly [RehearsedChange, string, boolean][] = [
    [
      {
        kind: 'added',
        path: 'a',
        was: null,
        now: file(5),
        content: { kind: 'text', before: null, after: 'made\n' },
      },
      '5 B',
      true,
    ],
    [
      {
        kind: 'changed',
        path: 'a',
        was: file(5),
        now: file(1_200),
        content: { kind: 'unshown', why: 'binary' },
      },
      '5 B → 1.2 kB, binary',
      false,
    ],
    [
      {
        kind: 'changed',
        path: 'a',
        was: file(5, '0644'),
        now: file(5, '0755'),
        content: { kind: 'text', before: 'x', after: 'y' },
      },
      '5 B, 0644 → 0755',
      true,
    ],
    [
      {
        kind: 'deleted',
        path: 'a',
        was: file(7),
        now: null,
        content: { kind: 'text', before: 'gone\n', after: null },
      },
      '7 B',
      true,
    ],
    [
      {
        kind: 'mode',
        path: 'a',
        was: file(7, '0644'),
        now: file(7, '0600'),
        content: { kind: 'none' },
      },
      '0644 → 0600',
      false,
    ],
    [
      {
        kind: 'type',
        path: 'a',
        was: { is: 'folder', bytes: 0, mode: '0755' },
        now: { is: 'link', bytes: 3, mode: '0777' },
        content: { kind: 'link', before: null, after: '/b' },
      },
      'folder → link',
      true,
    ],
    [
      {
        kind: 'added',
        path: 'a',
        was: null,
        now: file(0),
        content: { kind: 'text', before: null, after: '' },
      },
      '0 B',
      false,
    ],
  ]
  it.each(changes)('%j', (change, aside, opens) => {
    const words = changeWords(change)
    expect([words.aside, words.diff !== null, words.mark]).toEqual([aside, opens, change.kind])
  })
})

describe('what a rehearsal is offered for', () => {
  const run = { kind: 'proc.run', command: 'ls', cwd: workspace, zone: 'workspace' } as const
  const read = { kind: 'fs.read', path: `${workspace}/a`, zone: 'workspace', is: 'file' } as const
  const write = { ...read, kind: 'fs.write' } as const
  it.each([
    ['a command in the workspace', [run], true],
    ['a write in the workspace', [read, write], true],
    ['a read alone', [read], false],
    ['nothing', [], false],
    ['a command elsewhere', [{ ...run, cwd: '/', zone: 'outside' as const }], false],
    ['a write outside', [{ ...write, zone: 'outside' as const }], false],
    [
      'a command with a way out',
      [
        run,
        {
          kind: 'net.connect' as const,
          host: 'a.example',
          port: 443,
          reach: 'public' as const,
          listed: true,
        },
      ],
      false,
    ],
    ['a credential', [write, { kind: 'secrets.get' as const, name: 'a' }], false],
  ])('%s: %j → %j', (_, touches, offered) => {
    expect(mayRehearse({ decision: decision('R3', 'confirm', touches, []) })).toBe(offered)
  })
})

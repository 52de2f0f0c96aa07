// Conditions of rules, one by one.
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import type { RuleWhen } from '../../../contract/policy/rule.ts'
import {
  ask,
  both,
  callers,
  folding,
  onlyPrivate,
  onlyUntrusted,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  to,
  tool,
  write,
  writing,
} from '../decision-requests.ts'
import { allows, decided, denies } from '../deciding.ts'

const view = ask(reading, [read('/w/a')])
const when = (at: Partial<DecisionRequest['at']>): DecisionRequest =>
  ask(reading, [read('/w/a')], { at: { epochMs: 1_000, weekday: 'mon', minute: 600, ...at } })
const page = tool('page', 'R1', { actions: [{ name: 'open', readOnly: true }] })
const night = { from: '22:30', to: '06:00' }
const nightOf = (day: 'mon' | 'tue') => ({ hours: { ...night, days: [day] } })

type Line = readonly [sentence: string, when: RuleWhen, question: DecisionRequest, speaks: boolean]

const conditions: readonly Line[] = [
  ['no condition: every call', {}, view, true],
  ['a capability by name', { ids: ['fs.read'] }, view, true],
  ['a capability by pattern', { ids: ['fs.*'] }, view, true],
  ['a capability by a pattern that ends elsewhere', { ids: ['fs.*e'] }, view, false],
  ['a capability is no prefix', { ids: ['fs'] }, view, false],
  ['a dot is a dot', { ids: ['fs.read'] }, ask({ ...reading, id: 'fsxread' }, []), false],
  ['a tool by name', { tools: ['read_file'] }, view, true],
  ['a tool by pattern', { tools: ['*_file'] }, view, true],
  ['a tool whose name only begins so', { tools: ['read'] }, view, false],
  ['another case is another tool', { tools: ['Read_File'] }, view, false],
  [
    'a look-alike name is another tool',
    { tools: ['read_file'] },
    ask({ ...reading, name: 'reаd_file' }, []),
    false,
  ],
  ['one of several', { tools: ['exec', 'read_file'] }, view, true],
  ['an action', { actions: ['open'] }, ask(page, [], { action: 'open' }), true],
  ['another action', { actions: ['close'] }, ask(page, [], { action: 'open' }), false],
  ['an action, of a tool that has none', { actions: ['open'] }, view, false],
  ['a tier, as it is in the end', { tiers: ['R2'] }, ask(reading, [read('/etc/a')]), true],
  ['not the tier it began with', { tiers: ['R1'] }, ask(reading, [read('/etc/a')]), false],
  ['a kind of caller', { principals: ['agent'] }, view, true],
  ['another kind of caller', { principals: ['schedule', 'mcp-client'] }, view, false],
  ['an agent by name', { agents: ['main'] }, view, true],
  ['an agent by pattern', { agents: ['ma*'] }, view, true],
  ['another agent', { agents: ['scout'] }, view, false],
  [
    'a name, whatever kind has it',
    { agents: ['nightly'] },
    ask(reading, [], { principal: callers.schedule }),
    true,
  ],
  ['a channel', { channels: ['window'] }, view, true],
  ['another channel', { channels: ['gateway', 'cli'] }, view, false],
  ['private data read', { taint: ['private'] }, ask(reading, [], { taint: onlyPrivate }), true],
  [
    'private data read, when only untrusted was',
    { taint: ['private'] },
    ask(reading, [], { taint: onlyUntrusted }),
    false,
  ],
  [
    'either of both',
    { taint: ['private', 'untrusted'] },
    ask(reading, [], { taint: onlyUntrusted }),
    true,
  ],
  ['a taint that a fresh session does not have', { taint: ['private', 'untrusted'] }, view, false],
  ['the taint of both', { taint: ['untrusted'] }, ask(reading, [], { taint: both }), true],
  ['within hours', { hours: { from: '09:00', to: '17:00' } }, when({ minute: 9 * 60 }), true],
  [
    'the end is no more within',
    { hours: { from: '09:00', to: '17:00' } },
    when({ minute: 17 * 60 }),
    false,
  ],
  ['before hours', { hours: { from: '09:00', to: '17:00' } }, when({ minute: 9 * 60 - 1 }), false],
  ['over midnight, late', { hours: night }, when({ minute: 23 * 60 }), true],
  ['over midnight, early', { hours: night }, when({ minute: 5 * 60 }), true],
  ['over midnight, at noon', { hours: night }, when({ minute: 12 * 60 }), false],
  ['a weekday', { hours: { from: '00:00', to: '23:59', days: ['mon'] } }, when({}), true],
  [
    'another weekday',
    { hours: { from: '00:00', to: '23:59', days: ['sat', 'sun'] } },
    when({}),
    false,
  ],
  [
    'the night that begins on Monday, late on Monday',
    nightOf('mon'),
    when({ minute: 23 * 60 }),
    true,
  ],
  [
    'the night that begins on Monday, early on Tuesday',
    nightOf('mon'),
    when({ weekday: 'tue', minute: 60 }),
    true,
  ],
  [
    'the night that begins on Tuesday, early on Tuesday',
    nightOf('tue'),
    when({ weekday: 'tue', minute: 60 }),
    false,
  ],
  [
    'the same time twice is the whole day',
    { hours: { from: '08:00', to: '08:00' } },
    when({ minute: 479 }),
    true,
  ],
  [
    'the same time twice, on the day after',
    { hours: { from: '08:00', to: '08:00', days: ['sun'] } },
    when({ minute: 479 }),
    true,
  ],
  [
    'the same time twice, when that day is over',
    { hours: { from: '08:00', to: '08:00', days: ['sun'] } },
    when({ minute: 480 }),
    false,
  ],
  ['every condition has to hold', { tools: ['read_file'], principals: ['schedule'] }, view, false],
]

const line = (...parts: readonly (string | CommandPart)[]): DecisionRequest =>
  ask(running, [run(...parts)])
const go = (host: string, more: Parameters<typeof to>[1] = {}): DecisionRequest =>
  ask(sending, [to(host, more)])
/** Tricks with paths, hosts and commands, where both kinds of rule have to say the same. */
const single: readonly Line[] = [
  ['a path below the workspace', { paths: ['src/**'] }, ask(writing, [write('/w/src/a/b')]), true],
  ['the folder itself', { paths: ['src/**'] }, ask(writing, [write('/w/src')]), true],
  [
    'a folder whose name only begins so',
    { paths: ['src/**'] },
    ask(writing, [write('/w/srcs/a')]),
    false,
  ],
  ['a star stays in one folder', { paths: ['src/*'] }, ask(writing, [write('/w/src/a/b')]), false],
  [
    'dots that lead away, in the pattern',
    { paths: ['src/../etc/*'] },
    ask(writing, [write('/w/etc/a')]),
    true,
  ],
  [
    'dots that lead away do not reach where they began',
    { paths: ['src/../etc/*'] },
    ask(writing, [write('/w/src/a')]),
    false,
  ],
  ['dots beyond the root', { paths: ['/../../etc/a'] }, ask(writing, [write('/etc/a')]), true],
  ['dots beyond the workspace', { paths: ['../x/**'] }, ask(writing, [write('/x/a')]), true],
  ['a slash at the end', { paths: ['src/a/'] }, ask(writing, [write('/w/src/a')]), true],
  ['two slashes', { paths: ['src//a'] }, ask(writing, [write('/w/src/a')]), true],
  ['the home folder', { paths: ['~/x'] }, ask(writing, [write('/home/p/x')]), true],
  ['a tilde inside is a name', { paths: ['a/~'] }, ask(writing, [write('/w/a/~')]), true],
  [
    'another user is no home folder',
    { paths: ['~root/x'] },
    ask(writing, [write('/home/p/x')]),
    false,
  ],
  ['backslashes in the pattern', { paths: ['src\\a'] }, ask(writing, [write('/w/src/a')]), true],
  [
    'backslashes in the path',
    { paths: ['src/a'] },
    ask(writing, [write('\\w\\src\\a', 'workspace')]),
    true,
  ],
  ['another case is another file', { paths: ['SRC/a'] }, ask(writing, [write('/w/src/a')]), false],
  [
    'composed in the pattern, decomposed on disk',
    { paths: ['caf\u00e9'] },
    ask(writing, [write('/w/cafe\u0301')]),
    true,
  ],
  [
    'decomposed in the pattern, composed on disk',
    { paths: ['cafe\u0301'] },
    ask(writing, [write('/w/caf\u00e9')]),
    true,
  ],
  [
    'a look-alike letter is another name',
    { paths: ['a/**'] },
    ask(writing, [write('/w/\u0430/x')]),
    false,
  ],
  [
    'characters of regular expressions are characters',
    { paths: ['a+(b).[c]'] },
    ask(writing, [write('/w/a+(b).[c]')]),
    true,
  ],
  ['a dot is no wildcard', { paths: ['a.b'] }, ask(writing, [write('/w/axb')]), false],
  ['a question mark is one character', { paths: ['a?c'] }, ask(writing, [write('/w/abc')]), true],
  ['a question mark is no slash', { paths: ['a?c'] }, ask(writing, [write('/w/a/c')]), false],
  [
    'any depth in the middle',
    { paths: ['**/test/**'] },
    ask(writing, [write('/w/a/b/test/c')]),
    true,
  ],
  ['a host', { domains: ['a.example'] }, go('a.example'), true],
  ['a host is not the names below it', { domains: ['a.example'] }, go('b.a.example'), false],
  ['a wildcard is the names below', { domains: ['*.a.example'] }, go('c.b.a.example'), true],
  ['a wildcard is not the name itself', { domains: ['*.a.example'] }, go('a.example'), false],
  ['a suffix without a border of labels', { domains: ['*.a.example'] }, go('nota.example'), false],
  ['a host that goes on', { domains: ['a.example'] }, go('a.example.evil.example'), false],
  ['the default port only', { domains: ['a.example'] }, go('a.example', { port: 8443 }), false],
  [
    'a port that is written',
    { domains: ['a.example:8443'] },
    go('a.example', { port: 8443 }),
    true,
  ],
  [
    'a written port is not the default one',
    { domains: ['a.example:8443'] },
    go('a.example'),
    false,
  ],
  ['plain http, written', { domains: ['http://a.example'] }, go('a.example', { port: 80 }), true],
  ['plain http, written, is not https', { domains: ['http://a.example'] }, go('a.example'), false],
  [
    'https, written, is not plain http',
    { domains: ['https://a.example'] },
    go('a.example', { port: 80 }),
    false,
  ],
  [
    'plain http below a name',
    { domains: ['http://*.a.example'] },
    go('b.a.example', { port: 80 }),
    true,
  ],
  ['a port of a list', { ports: [8443, 443] }, go('a.example', { port: 8443 }), true],
  ['a port that is not in the list', { ports: [8443] }, go('a.example'), false],
  [
    'a host on a port of the list',
    { domains: ['a.example'], ports: [8443] },
    go('a.example', { port: 8443 }),
    true,
  ],
  [
    'a host on its usual port, which is not in the list',
    { domains: ['a.example'], ports: [8443] },
    go('a.example'),
    false,
  ],
  [
    'another host on a port of the list',
    { domains: ['a.example'], ports: [8443] },
    go('b.example', { port: 8443 }),
    false,
  ],
  [
    'a host with a port of its own beside the list',
    { domains: ['a.example:9443'], ports: [8443] },
    go('a.example', { port: 9443 }),
    false,
  ],
  ['URL', { domains: ['203.0.113.7'] }, go('203.0.113.7'), true],
  ['an address of version 6', { domains: ['[2001:db8::1]'] }, go('[2001:db8::1]'), true],
  [
    'a wildcard over the end of an address',
    { domains: ['*.0.113.7'] },
    go('203.0.113.7', { reach: 'local', listed: true }),
    false,
  ],
  [
    'a wildcard over local names',
    { domains: ['*.lan'] },
    go('nas.lan', { reach: 'local', listed: true }),
    false,
  ],
  [
    'a dot at the end is another text; hosts come without it',
    { domains: ['a.example'] },
    go('a.example.'),
    false,
  ],
  ['a method', { methods: ['POST'] }, go('a.example', { method: 'POST' }), true],
  ['another method', { methods: ['POST'] }, go('a.example', { method: 'PUT' }), false],
  ['host and method', { domains: ['a.example'], methods: ['GET'] }, go('a.example'), true],
  [
    'the host, but another method',
    { domains: ['a.example'], methods: ['GET'] },
    go('a.example', { method: 'POST' }),
    false,
  ],
  ['a command with more words', { commands: ['git status'] }, line('git status -s'), true],
  ['a word that goes on', { commands: ['git status'] }, line('git statusx'), false],
  ['a program that goes on', { commands: ['git'] }, line('gitk'), false],
  ['fewer words', { commands: ['git status'] }, line('git'), false],
  ['a look-alike program', { commands: ['git'] }, line('g\u0456t status'), false],
  ['a command whose folder the rule names', { commands: ['ls'], paths: ['/w'] }, line('ls'), true],
  ['a command in another folder', { commands: ['ls'], paths: ['src/**'] }, line('ls'), false],
]

describe('another case of a program, or an ending', () => {
  it.each(['GIT status', 'git.exe status'])(
    'is the same to a rule that denies, and another to one that allows: %s',
    (command) => {
      const of = { commands: ['git status'] }
      expect([denies(of, line(command)), allows(of, line(command))]).toEqual([true, false])
    },
  )
})

describe('a condition of a rule', () => {
  it.each(conditions)('%s', (_sentence, of, request, speaks) =>
    expect(denies(of, request)).toBe(speaks),
  )

  it.each(single)('reads alike for deny and allow: %s', (_sentence, of, request, speaks) => {
    expect({ deny: denies(of, request), allow: allows(of, request) }).toEqual({
      deny: speaks,
      allow: speaks,
    })
  })

  it('takes names of any case for one where the file system does', () => {
    const request = ask(writing, [write('/W/SRC/Ä', 'workspace')])
    expect([
      denies({ paths: ['src/ä'] }, request, folding),
      denies({ paths: ['src/ä'] }, request),
    ]).toEqual([true, false])
  })

  it('is silent from the moment it expires', () => {
    const expires = '1970-01-01T00:00:01.000Z'
    const speaks = (epochMs: number) =>
      decided(when({ epochMs }), [rule('deny', {}, { expires })]).by.kind === 'rule'
    expect([speaks(999), speaks(1_000), speaks(1_001)]).toEqual([true, false, false])
  })

  it('may expire in another time zone', () => {
    const expires = '1970-01-01T01:00:01+01:00'
    expect(decided(when({ epochMs: 1_000 }), [rule('deny', {}, { expires })]).by.kind).toBe('tier')
  })
})

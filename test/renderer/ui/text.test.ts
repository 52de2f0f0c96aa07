import fc from 'fast-check'
import { diffLines } from 'diff'
import { describe, expect, it } from 'vitest'
import type { Approval, ApprovalAnswer } from '../../../contract/approval/approval.ts'
import { gradeOfPart } from '../../../renderer/features/approvals/card/command-parts.tsx'
import { showing } from '../../../renderer/features/approvals/card/exactly-this.tsx'
import { keyIntent } from '../../../renderer/features/approvals/queue/queue-keys.ts'
import { mayAnswer, proofOf } from '../../../renderer/features/approvals/answer/use-answer.ts'
import { readSeconds } from '../../../renderer/features/settings/settings-screen.tsx'
import { plainTitle, shortPath, titleOf } from '../../../contract/approval/call-title.ts'
import { factOf } from '../../../renderer/state/call-text.ts'
import { diffRows } from '../../../renderer/ui/text/diff-rows.ts'
import { hiddenCount, reveal } from '../../../renderer/ui/text/reveal.ts'
import { bytes, clockSpan, duration, shortMoment } from '../../../renderer/ui/text/time-text.ts'
import { workspace } from '../../fakes/bridge-data.ts'
import { samples } from '../../fakes/bridge-samples.ts'
import { codePoint } from '../../code-point.ts'

describe('what a text could hide', () => {
  const hidden = [
    '\u202e',
    '\u200b',
    '\u0000',
    '\u001b',
    '\r',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u{e0041}',
    '\ud800',
    '\u2066',
  ]
  it.each(hidden)('is made visible: %j', (character) => {
    expect(hiddenCount(`rm ${character} x`)).toBe(1)
  })

  it('leaves plain words, line feeds and tabs as they are', () => {
    expect(reveal('ls -la\n\tcafé 日本 🙂')).toEqual([
      { kind: 'text', text: 'ls -la\n\tcafé 日本 🙂' },
    ])
  })

  it('drops nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(
          reveal(text)
            .map((piece) =>
              piece.kind === 'text'
                ? piece.text
                : String.fromCodePoint(Number.parseInt(piece.code, 16)),
            )
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

it('a diff shows every changed line, however much it folds', () => {
  const line = fc.stringMatching(/^[a-c]{0,3}$/)
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.array(line, { maxLength: 30 }),
      (before, after) => {
        const changes = diffLines(
          before.map((each) => `${each}\n`).join(''),
          after.map((each) => `${each}\n`).join(''),
        )
        const rows = diffRows(changes)
        const lines = rows.reduce(
          (sum, row) => sum + (row.kind === 'skip' ? row.lines : row.kind === 'del' ? 0 : 1),
          0,
        )
        expect(lines).toBe(after.length)
        expect(rows.filter(({ kind }) => kind === 'add').length).toBe(
          changes.filter(({ added }) => added).reduce((sum, { count }) => sum + (count ?? 0), 0),
        )
      },
    ),
  )
})

describe('a call in words', () => {
  const cases = [
    [
      'a command by itself',
      [{ kind: 'proc.run', command: 'npm install left-pad', cwd: workspace, zone: 'workspace' }],
      'Run npm install left-pad',
    ],
    [
      'a command of several lines on one, as far as 80 characters',
      [
        {
          kind: 'proc.run',
          command: `cat a &&\n  ${'x'.repeat(90)}`,
          cwd: workspace,
          zone: 'workspace',
        },
      ],
      `Run cat a && ⏎ ${'x'.repeat(69)}…`,
    ],
    [
      'a call of a server by its tool',
      [
        {
          kind: 'mcp.call',
          server: 'everything',
          tool: 'get-sum',
          trust: 'local',
          openWorld: false,
        },
      ],
      'Call get-sum on the everything server',
    ],
    [
      'a new file as created',
      [{ kind: 'fs.write', path: `${workspace}/a.txt`, zone: 'workspace', is: 'missing' }],
      'Create a.txt',
    ],
    [
      'an old file as written over',
      [{ kind: 'fs.write', path: '/etc/hosts', zone: 'outside', is: 'file' }],
      'Overwrite /etc/hosts',
    ],
    [
      'a request by method and host',
      [
        {
          kind: 'net.fetch',
          method: 'POST',
          url: 'https://a.example/x',
          host: 'a.example',
          port: 443,
          reach: 'public',
          listed: false,
        },
      ],
      'POST to a.example',
    ],
    ['a tool that reaches nothing by its title', [], 'Use Maths'],
  ] as const
  it.each(cases)('names %s', (_name, touches, want) => {
    expect(plainTitle(titleOf('Maths', 'math', touches, workspace))).toBe(want)
  })

  it('shortens a path only inside the workspace, never one that merely begins like it', () => {
    expect([
      shortPath(`${workspace}/a`, workspace),
      shortPath(`${workspace}-b/a`, workspace),
    ]).toEqual(['a', `${workspace}-b/a`])
  })

  it('takes its one fact from the arguments, then from the touches', () => {
    expect([
      factOf({ command: 'ls -la' }, [], workspace),
      factOf('not json', [], workspace),
    ]).toEqual(['ls -la', 'not json'])
  })

  it('chooses the view of a held call by what it reaches', () => {
    expect(samples().map((each) => showing(each).kind)).toEqual([
      'command',
      'diff',
      'request',
      'command',
      'command',
      'request',
    ])
  })
})

describe('answering', () => {
  const [exec, , http, r4] = samples()
  if (exec === undefined || http === undefined || r4 === undefined)
    throw new Error('the samples are gone')
  it('waits until the card is armed, and never answers twice', () => {
    const states = [
      { kind: 'arming', error: null },
      { kind: 'armed', error: null },
      { kind: 'sending', answer: 'once' },
      { kind: 'sent', answer: 'once' },
    ] as const
    expect(states.map((state) => mayAnswer(exec, state, 'deny-once'))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
  it('offers no more than main offers', () => {
    expect(mayAnswer(http, { kind: 'armed', error: null }, 'session')).toBe(false)
  })
  it('lets a call that needs a proof only be denied', () => {
    expect(
      (['once', 'session', 'deny-once'] as const).map((answer) =>
        mayAnswer(r4, { kind: 'armed', error: null }, answer),
      ),
    ).toEqual([false, false, true])
  })

  const press = (key: string, more: Partial<Parameters<typeof keyIntent>[0]> = {}) =>
    keyIntent({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      repeat: false,
      defaultPrevented: false,
      target: null,
      ...more,
    })
  it('has one key each, and none together with a modifier or held down', () => {
    expect(
      ['j', 'ArrowUp', 'd', 'A', 's', 't', '2', 'e', 'Enter', 'x', 'r'].map((key) => press(key)),
    ).toEqual([
      'next',
      'previous',
      'deny',
      'once',
      'scope',
      null,
      null,
      'edit',
      'details',
      null,
      'rehearse',
    ])
    expect([
      press('a', { ctrlKey: true }),
      press('d', { repeat: true }),
      press('Enter', { ctrlKey: true }),
      press('j', { repeat: true }),
      press('D', { shiftKey: true }),
      press('S', { shiftKey: true }),
      press('J', { shiftKey: true }),
      press('ArrowUp', { shiftKey: true }),
      press('2', { repeat: true }),
    ]).toEqual([
      null,
      null,
      'confirm',
      'next',
      'word',
      'deny-scope',
      'select-next',
      'select-previous',
      null,
    ])
  })
})

it('reads seconds only as the configuration allows them', () => {
  expect(['1', ' 600 ', '86400', '0', '86401', '1.5', '', 'x', '-1'].map(readSeconds)).toEqual([
    1,
    600,
    86_400,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('says times in few words', () => {
  expect([
    clockSpan(558_000),
    clockSpan(-5),
    clockSpan(7_510_000),
    duration(38),
    duration(6_140),
    duration(125_000),
  ]).toEqual(['9:18', '0:00', '2:05:10', '38 ms', '6.1 s', '2 min 5 s'])
})

it.each([
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [9_940, '9.9 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [119_600, '2 min 0 s'],
  [3_599_600, '1 h 0 min'],
  [12_000_000, '3 h 20 min'],
])('a duration of %d ms is “%s”', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

it.each([
  [999, '999 B'],
  [999_900, '999.9 kB'],
  [999_960, '1.0 MB'],
])('a size of %d bytes is “%s”', (size, words) => {
  expect(bytes(size)).toBe(words)
})

describe('a proof', () => {
  it.each([
    ['', null],
    ['287082', { kind: 'totp', code: '287082' }],
    ['correct horse', { kind: 'passphrase', passphrase: 'correct horse' }],
    ['2870821', { kind: 'passphrase', passphrase: '2870821' }],
  ])('is read from %j', (typed, want) => {
    expect(proofOf(typed)).toEqual(want)
  })

  it('opens the approval of R4, and is never needed for a denial', () => {
    const r4 = {
      state: 'pending',
      answers: ['once', 'deny-once', 'deny-always'],
      decision: { stepUp: true },
    } as unknown as Approval
    const may = (answer: ApprovalAnswer, proven: boolean) =>
      mayAnswer(r4, { kind: 'armed', error: null }, answer, proven)
    expect([
      may('once', false),
      may('once', true),
      may('deny-once', false),
      may('deny-always', false),
      may('always', true),
    ]).toEqual([false, true, true, true, false])
  })
})

describe('a part of a command', () => {
  it.each([
    ['only reads', ['read-only'], false, 'reads'],
    ['writes in the workspace', ['read-only', 'writes-inside'], false, 'writes'],
    ['deletes data', ['writes-inside', 'destructive'], false, 'grave'],
    ['is not known', ['unknown'], false, 'grave'],
    ['says nothing of itself', [], false, 'grave'],
    ['is decided while it runs', ['read-only'], true, 'grave'],
  ] as const)('that %s is marked so', (_what, effects, opaque, want) => {
    expect(gradeOfPart({ effects: [...effects], opaque })).toBe(want)
  })
})

describe('a moment in a list without headings of days', () => {
  const now = new Date(2026, 10, 21, 14, 30).getTime()
  it.each([
    ['today', new Date(2026, 10, 21, 0, 2, 5), /^00:02:05$/],
    ['yesterday, though less than a day ago', new Date(2026, 10, 20, 23, 59, 5), /20.*23:59$/],
    ['the same clock time a week ago', new Date(2026, 10, 14, 14, 30), /14.*14:30$/],
  ])('names the day of any other: %s', (_, at, expected) => {
    expect(shortMoment(at.getTime(), now)).toMatch(expected)
  })
})

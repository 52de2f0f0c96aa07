// Which calls of the queue are one row: the same, or of one tool about one thing, for every caller.
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import {
  groupQueue,
  groupWords,
  subjectOf,
} from '../../../renderer/features/approvals/queue/queue-groups.ts'
import { approval, decision, runId, session, workspace } from '../../fakes/bridge-data.ts'

const fetched = (host: string): CanonicalTouch => ({
  kind: 'net.fetch',
  method: 'POST',
  url: `https://${host}/x`,
  host,
  port: 443,
  reach: 'public',
  listed: false,
})
const written = (path: string): CanonicalTouch => ({
  kind: 'fs.write',
  path: `${workspace}/${path}`,
  zone: 'workspace',
  is: 'missing',
})
const ran = (...programs: readonly string[]): CanonicalTouch => ({
  kind: 'proc.run',
  command: programs.join(' && '),
  cwd: workspace,
  zone: 'workspace',
  parts: programs.map((program) => ({
    text: program,
    words: program.split(' '),
    opaque: false,
    exact: true,
    via: [],
    effects: [],
  })),
})

const call = (
  n: number,
  name: string,
  touch: CanonicalTouch,
  more: Partial<Approval> = {},
): Approval =>
  approval(n, {
    tool: 'http',
    title: 'HTTP request',
    args: { n },
    principal: { kind: 'agent', name, session, runId: runId(n) },
    decision: decision('R3', 'confirm', [touch], []),
    ...more,
  })
const sizes = (queue: readonly Approval[]): readonly number[] =>
  groupQueue(queue).map((row) => (row.kind === 'one' ? 1 : row.members.length))

describe('the queue', () => {
  it.each<[string, readonly Approval[], readonly number[]]>([
    [
      'puts calls of different runs to one host together',
      [1, 2, 3].map((n) => call(n, `agent-${n}`, fetched('api.example.com'))),
      [3],
    ],
    [
      'keeps two hosts apart',
      [1, 2, 3, 4, 5, 6].map((n) =>
        call(n, 'main', fetched(n % 2 === 0 ? 'a.example' : 'b.example')),
      ),
      [3, 3],
    ],
    ['makes no crowd of two', [1, 2].map((n) => call(n, 'main', fetched('a.example'))), [1, 1]],
    [
      'puts two that are the same together, whichever agent asks',
      [1, 2].map((n) => call(n, `agent-${n}`, fetched('a.example'), { args: { same: true } })),
      [2],
    ],
    [
      'leaves what takes a proof by itself',
      [1, 2, 3].map((n) =>
        call(n, 'main', fetched('a.example'), {
          decision: decision('R4', 'confirm', [fetched('a.example')], []),
        }),
      ),
      [1, 1, 1],
    ],
    [
      'puts writes of one folder together, and no others',
      [
        call(1, 'a', written('src/a')),
        call(2, 'b', written('src/b')),
        call(3, 'c', written('src/c')),
        call(4, 'a', written('docs/a')),
      ],
      [3, 1],
    ],
  ])('%s', (_name, queue, want) => {
    expect(sizes(queue)).toEqual(want)
  })

  it('names what calls have in common', () => {
    const named = (touch: CanonicalTouch): readonly string[] => {
      const one = call(1, 'main', touch)
      const { verb, target } = groupWords(one, workspace)
      return [subjectOf(one).kind, verb, target]
    }
    expect([
      named(fetched('a.example')),
      named(written('src/a.ts')),
      named(ran('npm test', 'npm run build')),
      named(ran('npm test', 'git add')),
    ]).toEqual([
      ['host', 'HTTP request at', 'a.example'],
      ['folder', 'HTTP request in', 'src'],
      ['program', 'Run', 'npm'],
      ['caller', 'HTTP request', ''],
    ])
  })
})

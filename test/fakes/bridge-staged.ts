// Commands that have run in a copy and wait with what they did: a small change, one that deletes a
// tree, one that ended with a code, and one whose files changed meanwhile.
import type { Approval } from '../../contract/approval/approval.ts'
import type { Rehearsal, RehearsedChange } from '../../contract/call/rehearsal.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { approval, decision, workspace } from './bridge-data.ts'

const file = (bytes: number, mode = '0644') => ({ is: 'file', bytes, mode }) as const
const text = (before: string | null, after: string | null) =>
  ({ kind: 'text', before, after }) as const

const changed = (path: string, before: string, after: string): RehearsedChange => ({
  kind: 'changed',
  path,
  was: file(before.length),
  now: file(after.length),
  content: text(before, after),
})
const added = (path: string, after: string): RehearsedChange => ({
  kind: 'added',
  path,
  was: null,
  now: file(after.length),
  content: text(null, after),
})
const deleted = (path: string, before: string): RehearsedChange => ({
  kind: 'deleted',
  path,
  was: file(before.length),
  now: null,
  content: text(before, null),
})

const ran = (changes: readonly RehearsedChange[], more: Partial<Rehearsal> = {}): Rehearsal => {
  const of = (kind: RehearsedChange['kind']): number =>
    changes.filter((change) => change.kind === kind).length
  return {
    at: Date.now() - 9_000,
    by: 'automatic',
    view: 'overlay',
    durationMs: 412,
    end: { kind: 'exited', code: 0 },
    stdout: '',
    stderr: '',
    truncated: false,
    counts: {
      added: of('added'),
      changed: of('changed'),
      deleted: of('deleted'),
      type: of('type'),
      mode: of('mode'),
    },
    changes: [...changes],
    more: 0,
    hosts: [],
    notes: [],
    inputs: 'd'.repeat(64),
    ...more,
  }
}

const waiting = (
  n: number,
  command: string,
  rehearsal: Rehearsal,
  tier: Tier,
  reasons: readonly string[],
  more: Partial<Approval> = {},
): Approval =>
  approval(n, {
    tool: 'exec',
    title: 'Run command',
    args: { command, working_dir: '.' },
    createdAt: Date.now() - 9_000,
    answers: ['once', 'deny-once'],
    undo: { kind: 'files', text: 'You can undo this: what was there before is kept.' },
    decision: decision(
      tier,
      'confirm',
      rehearsal.changes.map(({ path }): CanonicalTouch => ({
        kind: 'fs.write',
        path: `${workspace}/${path}`,
        zone: 'workspace',
        is: 'file',
      })),
      reasons,
      { by: { kind: 'tier', id: tier } },
    ),
    rehearsal,
    staged: { conflicts: [] },
    ...more,
  })

const cart =
  'export function total(pieces: number, price: number): number {\n  return pieces * price\n}\n'

const renamed = ran(
  [
    changed('src/cart.ts', cart, cart.replaceAll('pieces', 'count')),
    added(
      'src/cart.test.ts',
      "import { total } from './cart.ts'\n\nif (total(2, 40) !== 80) throw new Error()\n",
    ),
  ],
  { stdout: 'src/cart.ts: 2 replacements\nwrote src/cart.test.ts\n' },
)
const inside = ['Its changes are all inside the workspace.']

export const stagedSamples = {
  untried: (): Approval =>
    waiting(146, './rename.sh pieces count', renamed, 'R3', inside, {
      rehearsal: null,
      staged: null,
      untried:
        'Not tried in a copy first: the sandbox is incomplete. Memory is not bounded. Run Gatehouse in a session of systemd.',
    }),
  diff: (): Approval => waiting(141, './rename.sh pieces count', renamed, 'R2', inside),
  conflicts: (): Approval =>
    waiting(142, './rename.sh pieces count', renamed, 'R2', inside, {
      staged: {
        conflicts: ['src/cart.ts', 'src/a folder/with a long name/cart-of-the-shop.test.ts'],
      },
    }),
  deletion: (): Approval =>
    waiting(
      143,
      'rm -rf dist && ./build.sh',
      ran(
        [
          added('public/index.html', '<h1>Shop</h1>\n'),
          ...Array.from({ length: 14 }, (_, at) =>
            deleted(
              `dist/chunk-${String(at + 1).padStart(2, '0')}.js`,
              `export const at = ${at}\n`,
            ),
          ),
          changed('build.log', 'built 1\n', 'built 1\nbuilt 2\n'),
        ],
        { stdout: 'built 1 page\n', durationMs: 2_310 },
      ),
      'R3',
      [...inside, 'It deletes dist with everything in it.', 'It deletes 14 files.'],
    ),
  exit: (): Approval =>
    waiting(
      144,
      'npm test',
      ran([added('coverage/summary.txt', '3 of 4 passed\n')], {
        end: { kind: 'exited', code: 1 },
        stdout: '✓ adds\n✓ multiplies\n✗ rounds half up\n',
        stderr: 'AssertionError: expected 1.01 to be 1\n',
        hosts: [{ host: 'registry.example.org', port: 443 }],
      }),
      'R2',
      inside,
    ),
} as const

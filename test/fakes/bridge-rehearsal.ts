// What held commands did in a throw-away copy: a small one, and one with a bit of everything.
import type { Rehearsal, RehearsedChange } from '../../contract/call/rehearsal.ts'

const file = (bytes: number, mode = '0644') => ({ is: 'file', bytes, mode }) as const
const text = (before: string | null, after: string | null) =>
  ({ kind: 'text', before, after }) as const

/** Asked for by a person. */
export const aRehearsal: Rehearsal = {
  at: Date.now(),
  by: 'person',
  view: 'overlay',
  durationMs: 84,
  end: { kind: 'exited', code: 0 },
  stdout: 'done\n',
  stderr: '',
  truncated: false,
  counts: { added: 1, changed: 0, deleted: 0, type: 0, mode: 0 },
  changes: [
    { kind: 'added', path: 'out.txt', was: null, now: file(5), content: text(null, 'made\n') },
  ],
  more: 0,
  hosts: [{ host: 'example.org', port: 443 }],
  notes: [],
  inputs: 'b'.repeat(64),
}

const pages: RehearsedChange[] = Array.from({ length: 70 }, (_, at) => ({
  kind: 'added',
  path: `public/2026/${String(at + 1).padStart(2, '0')}/index.html`,
  was: null,
  now: file(2_048 + at * 31),
  content: at < 40 ? text(null, `<h1>Page ${at + 1}</h1>\n`) : { kind: 'unshown', why: 'enough' },
}))

/** Nobody asked for it: many files, every kind of change, hosts, both outputs, notes. */
export const aLargeRehearsal: Rehearsal = {
  at: Date.now() - 30_000,
  by: 'automatic',
  view: 'reflink',
  durationMs: 2_410,
  end: { kind: 'exited', code: 2 },
  stdout: 'building…\nwrote 70 pages\n',
  stderr: 'warning: \u202esecret\u202c looks odd\nerror: could not reach the font server\n',
  truncated: true,
  counts: { added: 71, changed: 2, deleted: 1, type: 1, mode: 1 },
  changes: [
    {
      kind: 'changed',
      path: 'README.md',
      was: file(120),
      now: file(143),
      content: text('# Site\n\nRun `make`.\n', '# Site\n\nRun `npm start`.\n\nSee the guide.\n'),
    },
    {
      kind: 'changed',
      path: 'assets/photo-of-the-summer-house-by-the-lake-with-a-very-long-name.jpg',
      was: file(2_400_113),
      now: file(1_120_450),
      content: { kind: 'unshown', why: 'binary' },
    },
    {
      kind: 'deleted',
      path: 'build/old.js',
      was: file(88),
      now: null,
      content: text('export const old = 1\n', null),
    },
    {
      kind: 'added',
      path: 'latest',
      was: null,
      now: { is: 'link', bytes: 11, mode: '0777' },
      content: { kind: 'link', before: null, after: 'public/2026' },
    },
    {
      kind: 'mode',
      path: 'bin/run.sh',
      was: file(64, '0644'),
      now: file(64, '0755'),
      content: { kind: 'none' },
    },
    {
      kind: 'type',
      path: 'docs',
      was: { is: 'folder', bytes: 0, mode: '0755' },
      now: { is: 'link', bytes: 9, mode: '0777' },
      content: { kind: 'link', before: null, after: '/srv/docs' },
    },
    ...pages,
  ],
  more: 1_204,
  hosts: [
    { host: 'fonts.example.net', port: 443 },
    { host: 'telemetry.vendor.example', port: null },
  ],
  notes: ['Files under .git are read-only in a rehearsal, so what it would do there is not shown.'],
  inputs: 'c'.repeat(64),
}

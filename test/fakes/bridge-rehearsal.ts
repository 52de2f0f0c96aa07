import type { Rehearsal } from '../../contract/rehearsal.ts'

/** What a held command did in a throw-away copy. */
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
    {
      kind: 'added',
      path: 'out.txt',
      was: null,
      now: { is: 'file', bytes: 5, mode: '0644' },
      content: { kind: 'text', before: null, after: 'made\n' },
    },
  ],
  more: 0,
  hosts: [{ host: 'example.org', port: 443 }],
  notes: [],
  inputs: 'b'.repeat(64),
}

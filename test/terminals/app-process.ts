// Plays the app: holds a session in which a program goes on, until somebody kills it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SessionId } from '../../contract/ids.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { openTerminals } from '../../main/terminals/terminals.ts'

const root = process.argv[2] ?? ''
const workspace = join(root, 'work')
mkdirSync(workspace)
const runner = openRunner({ stop: [], home: join(root, 'home'), scratch: root })
const terminals = openTerminals({
  start: runner.start,
  makeFolder: makeOwnFolder,
  folder: join(root, 'terminals'),
  workspace: () => workspace,
  isWhole: () => true,
  now: Date.now,
  changed: () => {},
})
const command = 'setsid sh -c "while :; do date +%N >> ticks; sleep 0.05; done" & sleep 300'
const permitted: CanonicalTouchOf<'proc.run'> = {
  ...({ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' } as const),
  terminal: { does: 'create', name: 'x', keys: [], typed: '', clears: false, reader: null },
}
const started = await terminals.step(
  SessionId.parse('ses_killed1234'),
  { kind: 'create', name: 'x', cwd: workspace, command, waitMs: 0 },
  [permitted],
  new AbortController().signal,
)
process.stdout.write(started.ok ? 'ready\n' : `${started.error.text}\n`)
setInterval(() => {}, 1_000)

// A workspace of an ordinary user, a real sandbox, and a stager over it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { recorderIn } from '../../../main/rehearsal/host-recorder.ts'
import type { StopPattern } from '../../../main/sandbox/files/stop-pattern.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import {
  openStager,
  type StagedEnd,
  type StagerOptions,
} from '../../../main/sandbox/staging/stage.ts'
import type { StagedLayer } from '../../../main/sandbox/staging/stage-view.ts'
import { own } from '../rehearsal/fixture.ts'
import { scratchFolder } from '../scratch.ts'

/** `stopped`: the person's own `stop:` list, asked at every command. */
export function stagingFixture(
  name: string,
  stopped: () => readonly StopPattern[] = () => [],
  more: Pick<StagerOptions, 'mounted'> = {},
) {
  const root = scratchFolder(`stage-${name}`)
  const [ws, home, gatehouse, scratch] = ['ws', 'home', 'gatehouse', 'scratch'].map((folder) =>
    join(root, folder),
  ) as [string, string, string, string]
  for (const folder of [ws, home, gatehouse, scratch]) mkdirSync(folder)
  own(ws)
  const runner = openRunner({
    stop: [gatehouse],
    home,
    scratch,
    workspace: () => ws,
    ownStop: stopped,
  })
  const outbound = openOutbound({ hosts: () => [] })
  const layers = join(gatehouse, 'staged')
  const stager = openStager({
    runner,
    scratch: layers,
    record: recorderIn(join(root, 'run'), outbound),
    ...more,
  })
  afterAll(async () => {
    await stager.dispose()
    await runner.dispose()
    await outbound.dispose()
  })
  const stage = <T>(
    command: string,
    read: (layer: StagedLayer) => Promise<T>,
    timeMs = 60_000,
    cwd = '.',
  ): Promise<Result<StagedEnd<T>, Failure>> =>
    stager.stage({
      request: { command, cwd, timeoutMs: timeMs },
      permitted: [{ kind: 'proc.run', command, cwd: join(ws, cwd), zone: 'workspace', parts: [] }],
      workspace: ws,
      limits: { runTimeMs: timeMs, stdoutBytes: 100_000, stderrBytes: 100_000 },
      requires: [],
      signal: new AbortController().signal,
      onOutput: () => {},
      read,
    })
  return { root, ws, layers, runner, stager, stage }
}

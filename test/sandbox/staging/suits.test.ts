// Whether commands can be staged in a folder is known before the first of them comes.
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { recorderIn } from '../../../main/rehearsal/host-recorder.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { openStager } from '../../../main/sandbox/staging/stage.ts'
import { own } from '../rehearsal/fixture.ts'
import { scratchFolder } from '../scratch.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

describe.runIf(linux)(`a folder${why}`, () => {
  const root = scratchFolder('stage-suits')
  const [ws, home, gatehouse, scratch] = ['ws', 'home', 'gatehouse', 'scratch'].map((folder) =>
    join(root, folder),
  ) as [string, string, string, string]
  for (const folder of [home, gatehouse, scratch]) mkdirSync(folder)
  const runner = openRunner({ stop: [gatehouse], home, scratch, workspace: () => ws })
  const outbound = openOutbound({ hosts: () => [] })
  const layers = join(gatehouse, 'staged')
  const [laid, copying] = [true, false].map((overlay) =>
    openStager({
      runner,
      overlay,
      scratch: layers,
      record: recorderIn(join(root, 'run'), outbound),
    }),
  )
  afterAll(async () => {
    await laid?.dispose()
    await copying?.dispose()
    await runner.dispose()
    await outbound.dispose()
  })
  beforeEach(() => {
    rmSync(ws, { recursive: true, force: true })
    mkdirSync(ws)
  })

  const many = (): void => {
    for (let at = 0; at <= 5_000; at += 1) writeFileSync(join(ws, `f${at}`), '')
  }
  const large = (): void => {
    writeFileSync(join(ws, 'image'), '')
    truncateSync(join(ws, 'image'), 128 * 1024 * 1024 + 1)
  }
  const small = (): void => writeFileSync(join(ws, 'a'), 'a')

  it.each([
    ['small', small, { overlay: true, copy: true }],
    ['of more files than are copied', many, { overlay: true, copy: false }],
    ['of larger files than are copied', large, { overlay: true, copy: false }],
  ])(
    'that is %s can be staged or not, and the check leaves nothing behind',
    async (_, fill, suits) => {
      fill()
      own(ws)
      expect({ overlay: await laid?.suits(ws), copy: await copying?.suits(ws) }).toEqual(suits)
      expect(readdirSync(layers)).toEqual([])
    },
  )

  it('that is not there is reported by the command itself', async () => {
    rmSync(ws, { recursive: true })
    expect(await copying?.suits(ws)).toBe(true)
  })
})

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockOwner, takeLock } from '../../main/host/lock.ts'

let folder: string
let file: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'))
  file = join(folder, 'home', 'gatehouse.lock')
  children = []
})
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Another process that takes the lock, says how that went in one line, and keeps it until it is
 * killed.
 */
function holder(): { readonly child: ChildProcess; readonly said: Promise<string> } {
  const source = `
    import { takeLock } from ${JSON.stringify(join(import.meta.dirname, '../../main/host/lock.ts'))}
    const lock = await takeLock(${JSON.stringify(file)})
    console.log(lock.ok ? 'taken' : lock.error.code)
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return {
    child,
    said: once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
  }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('takeLock', () => {
  it('is taken once, names its owner, and is free after release', async () => {
    const first = await takeLock(file)
    expect([first.ok, statSync(file).mode & 0o777, await lockOwner(file)]).toEqual([
      true,
      0o600,
      { pid: process.pid },
    ])
    expect(await takeLock(file)).toEqual({
      ok: false,
      error: {
        code: 'host.already-running',
        text: `Gatehouse is already running for this home (process ${process.pid}).`,
        hint: expect.stringContaining(`delete ${file}`),
      },
    })
    if (first.ok) await first.value.release()
    if (first.ok) await first.value.release()
    expect([existsSync(file), await lockOwner(file)]).toEqual([false, null])
    expect((await takeLock(file)).ok).toBe(true)
    expect(readdirSync(join(folder, 'home'))).toEqual(['gatehouse.lock'])
  })

  it('is refused while another process runs and taken over when it was killed', async () => {
    const { child, said } = holder()
    expect(await said).toBe('taken')
    const refused = await takeLock(file)
    expect(refused.ok ? '' : refused.error.text).toContain(`process ${child.pid}`)
    await killed(child)
    expect((await takeLock(file)).ok).toBe(true)
    expect(readdirSync(join(folder, 'home'))).toEqual(['gatehouse.lock'])
  })

  it('is taken over from a process whose number another process has now', async () => {
    const { child, said } = holder()
    await said
    const owner = JSON.parse(readFileSync(file, 'utf8'))
    // Alive, but it began at another time: not the one that took the lock.
    writeFileSync(file, JSON.stringify({ ...owner, started: 'another-boot/1' }))
    expect((await takeLock(file)).ok).toBe(true)
    await killed(child)
  })

  it('is not released by an owner that lost it', async () => {
    const lock = await takeLock(file)
    writeFileSync(file, JSON.stringify({ pid: process.ppid, started: null, nonce: 'theirs' }))
    if (lock.ok) await lock.value.release()
    expect(existsSync(file)).toBe(true)
  })

  it.each(['', '{', '{"pid": -1}', '\0\0\0'])(
    'is taken over when it is no lock: %j',
    async (text) => {
      const lock = await takeLock(file)
      if (lock.ok) await lock.value.release()
      writeFileSync(file, text)
      expect((await takeLock(file)).ok).toBe(true)
    },
  )

  it('goes to exactly one of many that start at once over a dead lock @whole', async () => {
    const dead = holder()
    await dead.said
    await killed(dead.child)
    const racers = Array.from({ length: 8 }, holder)
    const said = await Promise.all(racers.map((racer) => racer.said))
    expect(said.toSorted()).toEqual([...Array(7).fill('host.already-running'), 'taken'])
    const winner = racers[said.indexOf('taken')]
    expect(await lockOwner(file)).toEqual({ pid: winner?.child.pid })
  })

  it('says so when it cannot be written', async () => {
    writeFileSync(join(folder, 'home'), 'a file where the folder should be')
    expect(await takeLock(file)).toMatchObject({ ok: false, error: { code: 'host.lock' } })
  })
})

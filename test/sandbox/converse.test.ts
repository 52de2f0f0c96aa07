// Streams of a program, straight to us and through the helper: the same to anyone who talks to it.
// Real helper, real processes.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { converse } from '../../main/sandbox/processes/converse.ts'
import type { Running } from '../../main/sandbox/processes/running.ts'
import { childHelper, ownNode } from '../../main/sandbox/spawner/child-helper.ts'
import { openSpawner } from '../../main/sandbox/spawner/spawner.ts'
import type { Template } from '../../main/sandbox/spawner/wire.ts'
import {
  listenForDescriptors,
  type DirectDescriptors,
} from '../../main/sandbox/spawner/direct-descriptors.ts'
import { soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'

const root = scratchFolder('converse')
const spawner = openSpawner(childHelper(ownNode('spawner'), null))
afterAll(() => spawner.dispose())

/** Waits for its job, as bubblewrap does, and becomes the shell. */
const template = (script: string): Template => ({
  key: script,
  file: '/bin/sh',
  args: ['-c', `read go <&4; exec 4<&-; ${script}`],

  as: null,
  stdin: true,
  filter: null,
  group: null,
  gated: false,
  ownOutput: false,
  built: null,
  mark: '',
  warm: 0,
  once: false,
})
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const ways: readonly [name: string, open: () => Promise<DirectDescriptors | null>][] = [
  ['straight', () => listenForDescriptors(root)],
  ['through the helper', async () => null],
  [
    'through the helper, because it cannot connect',
    async () => ({
      folder: join(root, 'nowhere'),
      streams: new Promise(() => {}),
      close: () => {},
    }),
  ],
]

describe.runIf(process.platform === 'linux').each(ways)(
  'a program that is talked to %s',
  (name, open) => {
    async function start(script: string, signal = new AbortController().signal): Promise<Running> {
      const directDescriptors = await open()
      const given = {
        data: 'go\n',
        timeMs: null,
        keep: { stdout: null, stderr: null },
        directDescriptors: directDescriptors?.folder ?? null,
      }
      const running = converse(signal, directDescriptors, (listener) =>
        spawner.start(template(script), given, listener),
      )
      onTestFinished(() => void running.kill())
      return running
    }
    async function all(running: Running): Promise<Buffer> {
      const chunks: Buffer[] = []
      for await (const chunk of running.stdout) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    }

    it('gets every byte and gives every byte, however many, and ends when its input does', async () => {
      const running = await start('cat')
      const bytes = randomBytes(3_000_000)
      for (let at = 0; at < bytes.length; at += 70_000)
        running.stdin.write(bytes.subarray(at, at + 70_000))
      running.stdin.end()
      expect(sha(await all(running))).toBe(sha(bytes))
      expect(await running.exited).toEqual({ kind: 'exited', code: 0 })
    })

    it('is read to its last byte before its end is reported', async () => {
      const running = await start('printf first; echo oops >&2; printf last; exit 3')
      let received = ''
      running.stdout.on('data', (chunk: Buffer) => (received += String(chunk)))
      expect(await running.exited).toEqual({ kind: 'exited', code: 3 })
      expect([received, running.stderrTail()]).toEqual(['firstlast', 'oops\n'])
    })

    it('writes no faster than it is read, and the rest comes after its end', async () => {
      const running = await start('head -c 8000000 /dev/zero; echo all >&2')
      await new Promise((resolve) => running.stdout.once('readable', resolve))
      expect(running.pid()).not.toBeNull()
      expect(running.stderrTail()).toBe('')
      expect((await all(running)).length).toBe(8_000_000)
      expect([await running.exited, running.stderrTail()]).toEqual([
        { kind: 'exited', code: 0 },
        'all\n',
      ])
    })

    it('can be stopped: while it floods, before it began, and by its signal', async () => {
      const flooding = await start('exec yes')
      await new Promise((resolve) => flooding.stdout.once('data', resolve))
      expect(await flooding.kill()).toEqual({ kind: 'killed' })
      const early = await start('exec sleep 600')
      expect(await early.kill()).toEqual({ kind: 'killed' })
      const stop = new AbortController()
      const third = await start('exec sleep 600', stop.signal)
      stop.abort()
      expect(await third.exited).toEqual({ kind: 'killed' })
      expect((await all(third)).length).toBe(0)
    })

    it('that reads nothing holds up who writes to it, until it ends', async () => {
      const running = await start('exec sleep 600')
      let fixture = true
      for (let n = 0; n < 64 && fixture; n += 1)
        fixture = running.stdin.write(Buffer.alloc(256 * 1024))
      expect(fixture).toBe(false)
      const closed = new Promise((resolve) => running.stdin.once('close', resolve))
      await running.kill()
      await closed
    })

    it(`has its streams ${name === 'straight' ? 'from us, and the helper keeps none of them' : 'from the helper'}`, async () => {
      const running = await start('readlink /proc/self/fd/0; readlink /proc/self/fd/1; cat')
      let text = ''
      running.stdout.on('data', (chunk: Buffer) => (text += String(chunk)))
      await soon(() => text.split('\n').length === 3)
      const [stdin = '', stdout = ''] = text.split('\n')
      expect([stdin.startsWith('socket:'), stdout.startsWith('socket:'), stdin === stdout]).toEqual(
        [true, true, false],
      )
      const helper = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isHelper(pid)) ?? ''
      const held = readdirSync(`/proc/${helper}/fd`).map((fd) => linkOf(`/proc/${helper}/fd/${fd}`))
      expect(held.filter((one) => one === stdin || one === stdout)).toEqual([])
      // Nothing of the way there is left behind.
      expect(readdirSync(root).filter((file) => file.startsWith('gatehouse-'))).toEqual([])
      running.stdin.end()
      expect(await running.exited).toEqual({ kind: 'exited', code: 0 })
    })
  },
)

function isHelper(pid: string): boolean {
  return linkOf(`/proc/${pid}/cwd`) === '/' && linkOf(`/proc/${pid}/exe`) === process.execPath
}
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

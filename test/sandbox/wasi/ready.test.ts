// A process that makes itself ready for a module: all of its functions at once, and for no longer than is
// good for everybody else.
// @module-tag whole
import { afterAll, expect, it } from 'vitest'
import { childScript, startOwn } from '../../../main/sandbox/wasi/own-run.ts'
import { frame } from '../../../main/sandbox/wasi/frames.ts'
import { nodeProgram } from '../../../main/sandbox/node-program.ts'
import { plainChild } from '../../fakes/plain-child.ts'
import { driver } from './driver.ts'

const started: { kill(): void }[] = []
afterAll(() => started.forEach((child) => child.kill()))

async function madeReady(module: Uint8Array) {
  const child = await startOwn({
    start: plainChild,
    node: nodeProgram().file,
    script: childScript(),
  })
  if (!child.ok) throw new Error(child.error.text)
  started.push(child.value)
  child.value.send(frame({ kind: 'prepare' }, module))
  return child.value
}

/** Little to read, and minutes to make: each function has as many variables as any may have. */
function slowToMake(functions: number): Uint8Array {
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)]
  const section = (id: number, bytes: Uint8Array): Uint8Array =>
    Buffer.concat([Uint8Array.from([id, ...leb(bytes.length)]), bytes])
  const body = Uint8Array.from([6, 1, ...leb(50_000), 0x7f, 0x0b])
  return Buffer.concat([
    Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    section(1, Uint8Array.from([1, 0x60, 0, 0])),
    section(3, Buffer.concat([Uint8Array.from(leb(functions)), Buffer.alloc(functions)])),
    section(5, Uint8Array.from([1, 1, 1, 1])),
    section(7, Uint8Array.from([2, ...name('memory'), 2, 0, ...name('_start'), 0, 0])),
    section(
      10,
      Buffer.concat([Uint8Array.from(leb(functions)), ...Array<Uint8Array>(functions).fill(body)]),
    ),
  ])
}
const leb = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]

it('waits for functions that are soon compiled', async () => {
  const child = await madeReady(driver)
  const gone = await Promise.race([
    child.ended.then(() => 'gone'),
    new Promise((resolve) => setTimeout(resolve, 2_000, 'waits')),
  ])
  expect(gone).toBe('waits')
})

it('gives up where a small module would take minutes of the processor', async () => {
  const module = slowToMake(100_000)
  expect(module.length).toBeLessThan(2_000_000)
  const child = await madeReady(module)
  expect(await child.ended).toMatchObject({ signal: 'SIGKILL' })
})

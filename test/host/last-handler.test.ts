// Faults that nobody caught, in a process of their own each time: that a process ends or goes on is
// what is tested.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const handler = join(import.meta.dirname, '../../main/host/last-handler.ts')
const letGo = join(import.meta.dirname, '../../contract/let-go.ts')

/** `faults` run 50 ms apart in a program with the handler; one that goes on says so at its end. */
function program(
  faults: readonly string[],
  options = '{}',
): Promise<{ code: number | null; out: string; err: string }> {
  const script = `
    import { openLastHandler } from ${JSON.stringify(handler)}
    import { letGo } from ${JSON.stringify(letGo)}
    const last = openLastHandler(${options})
    last.join({ noted: async (fault) => 'noted ' + fault.message.replace('hunter2', '[secret]'), end: async () => console.log('orderly end') })
    const faults = [${faults.map((fault) => `() => ${fault}`).join(', ')}]
    faults.forEach((fault, at) => setTimeout(fault, 50 * (at + 1)))
    setTimeout(() => { console.log('goes on'); last.dispose() }, 50 * (faults.length + 3))
    const fail = (text) => { throw new Error(text) }
    globalThis.fail = fail
    globalThis.letGo = letGo`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (piece: Buffer) => (said.out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (said.err += piece.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, ...said })))
}

it('goes on after one rejection, which is reported without its secrets', async () => {
  const ended = await program([`Promise.reject(new Error('broke hunter2'))`])
  expect([ended.code, ended.out]).toEqual([0, 'goes on\n'])
  expect(ended.err).toContain('noted broke [secret]')
})

it('goes on after one piece of work that nobody awaited and that failed', async () => {
  expect(await program([`letGo(Promise.reject(new Error('let go')))`])).toMatchObject({
    code: 0,
    out: 'goes on\n',
  })
})

it('ends in order after the second within a minute', async () => {
  const ended = await program([
    `Promise.reject(new Error('one'))`,
    `letGo(Promise.reject(new Error('two')))`,
  ])
  expect([ended.code, ended.out]).toEqual([1, 'orderly end\n'])
  expect(ended.err).toContain('two unexpected errors within a minute')
})

it('ends in order after an error that was thrown', async () => {
  const ended = await program([`fail('thrown')`])
  expect([ended.code, ended.out]).toEqual([1, 'orderly end\n'])
  expect(ended.err).toContain('Start it again; what was held is still held.')
})

it('ends a hook with the code that refuses the call', async () => {
  expect(
    (await program([`Promise.reject(new Error('one'))`], '{ code: 2, once: true }')).code,
  ).toBe(2)
})

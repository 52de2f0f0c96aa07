// An app that a client started has no window: it makes space for one that has, and its client goes
// on with that.
import { spawn } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, expect, it } from 'vitest'
import { browserFile, openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let testApp: TestApp
afterEach(() => testApp.remove())

it(
  'makes room for a window, and what was held is still held there @whole',
  { timeout: 600_000 },
  async () => {
    testApp = openTestApp()
    const client = new Client({ name: 'some-client', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({ ...testApp.command('tester'), stderr: 'inherit' }),
    )
    const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'made' } }
    const first = client.callTool(write).catch((error: unknown) => String(error))
    const approval = await testApp.heldOne()
    const before = testApp.pid()

    const window = spawn(process.execPath, [browserFile, '--json', '--port', '0'], {
      env: testApp.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Promise<string>((done) =>
      window.stdout.once('data', (text: Buffer) => done(text.toString())),
    )
    expect(JSON.parse(said)).toMatchObject({
      url: expect.stringContaining('http://127.0.0.1:') as string,
      pid: window.pid,
    })
    expect([testApp.pid() === before, testApp.pid()]).toEqual([false, window.pid])
    expect(await first).toMatch(/Gatehouse quit while this was in progress/)

    const again = client.callTool(write)
    expect((await testApp.heldOne()).id).toBe(approval.id)
    await testApp.answer(approval, 'once')
    expect(await again).toMatchObject({ content: [{ text: 'Created a.txt (4 bytes).' }] })

    // One that a person started stays: the next is told so.
    const second = spawn(process.execPath, [browserFile, '--json', '--port', '0'], {
      env: testApp.env,
      stdio: 'ignore',
    })
    expect(await new Promise((done) => second.on('exit', done))).toBe(1)
    expect(testApp.pid()).toBe(window.pid)
    await client.close()
  },
)

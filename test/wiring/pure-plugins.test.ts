// A plugin that says that its answers follow from what it is given, in a whole Gatehouse: the gate is
// asked each time, and the journal says that nothing ran.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  answering,
  ask,
  besideHome,
  journal,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const MANIFEST = `tool_name = "shout"
version = "1.0.0"
description = "Says a file in capitals."
native = true
program = "shout.mjs"
max_runtime_ms = 20000
mounts = [{ path = "workspace" }]
side_effects = false
pure = true
[args]
required = ["name"]
[args.properties.name]
type = "string"
`
const PROGRAM = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { request_id, args_json } = JSON.parse(readFileSync(0, 'utf8'))
const text = readFileSync('/workspace/' + JSON.parse(args_json).name, 'utf8').toUpperCase()
console.log(JSON.stringify({
  protocol_version: 0, request_id, ok: true, data_json: JSON.stringify({ text }), stdout: '', stderr: '',
}))
`

const outcomes = async () =>
  (await journal()).rows
    .flatMap(({ entry }) => (entry.kind === 'outcome' ? [entry] : []))
    .toSorted((a, b) => (a.callId < b.callId ? -1 : 1))

describe('a pure plugin', () => {
  it('answers again without a run, for the same file only, and after each approval', async () => {
    const folder = besideHome('workspace')
    const plugins = besideHome('plugins')
    await startServices({
      more: `preset: ask\nworkspace: '${folder}'\nplugins: { builtInFolder: '${plugins}' }\n`,
      prepare: () => {
        for (const each of [folder, plugins]) mkdirSync(each, { recursive: true })
        writeFileSync(join(folder, 'a.txt'), 'one')
        writeFileSync(join(plugins, 'shout.toml'), MANIFEST)
        writeFileSync(join(plugins, 'shout.mjs'), PROGRAM, { mode: 0o755 })
      },
    })
    const shout = async () => {
      const { ended, held } = await answering(
        ask('tools.run', { tool: 'shout', args: { name: 'a.txt' }, wait: true }),
        () => 'once',
      )
      return { ok: ended.ok, data: ended.data, asked: held.length, id: ended.requestId }
    }
    const first = await shout()
    const second = await shout()
    writeFileSync(join(folder, 'a.txt'), 'two')
    const third = await shout()
    expect([first, second, third]).toEqual([
      { ok: true, data: { text: 'ONE' }, asked: 1, id: first.id },
      { ok: true, data: { text: 'ONE' }, asked: 1, id: second.id },
      { ok: true, data: { text: 'TWO' }, asked: 1, id: third.id },
    ])
    const repeats = new Map((await outcomes()).map((one) => [one.callId, one.repeats]))
    expect([first, second, third].map(({ id }) => repeats.get(id))).toEqual([
      undefined,
      first.id,
      undefined,
    ])
  })
})

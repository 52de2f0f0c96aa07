// The plugins of examples/plugins, as they are shipped, run for real.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { buildModule, canBuildModules, whyNot } from '../build-module.ts'
import { fileAt, gathered, isRoot, openPluginFixture, PERSON } from './fixture.ts'

const linux = process.platform === 'linux'
const examples = join(import.meta.dirname, '../../../examples/plugins')
const fixture = openPluginFixture('examples')
const example = (name: string) => fileAt(join(examples, name))

function workspaceOf(owner: 'us' | 'person') {
  const workspace = fixture.folder('books', owner)
  mkdirSync(join(workspace, 'in'))
  writeFileSync(join(workspace, 'a.txt'), 'one\nTODO: two\n')
  writeFileSync(join(workspace, 'in', 'b.txt'), 'FIXME and TODO\n')
  if (owner === 'person' && isRoot) chownSync(join(workspace, 'a.txt'), PERSON, PERSON)
  return [{ hostPath: workspace, guestPath: '/workspace', readOnly: true }] as const
}

describe.runIf(linux && canBuildModules)(`echo, built from C${whyNot}`, () => {
  const echo = (text: string, more: Partial<PluginRequest> = {}) =>
    fixture.run({
      tool: 'echo',
      kind: 'wasi',
      file: fileAt(buildModule(join(examples, 'echo.c'), fixture.scratch, 'echo.wasm')),
      args: { text },
      ...more,
    })

  it.each([
    'Hello',
    '',
    'quotes " and \\ and \n lines',
    'ünï ☃ 🎈 \u2028',
    '\u0001\u0007 {"text":"not this"}',
    'x'.repeat(1024),
  ])('gives back %j', async (text) => {
    expect(await echo(text)).toEqual({
      ok: true,
      value: {
        requestId: 'call-1',
        data: { text },
        error: null,
        stdout: '',
        stderr: '',
        log: '',
        durationMs: expect.any(Number),
      },
    })
  })
})

describe.runIf(linux).each(['us', 'person'] as const)('in a workspace of %s', (owner) => {
  it('a shell script counts files and bytes', async () => {
    const result = await fixture.run({
      tool: 'folder_size',
      file: example('folder_size.sh'),
      mounts: workspaceOf(owner),
    })
    expect(result).toMatchObject({
      ok: true,
      value: { data: { files: 2, bytes: 29 }, error: null },
    })
  })

  it('a Node script finds what is to do, and says how far it is', async () => {
    const { all, news } = gathered()
    const result = await fixture.run(
      {
        tool: 'find_todos',
        protocol: 1,
        file: example('find_todos.mjs'),
        args: { most: 2 },
        mounts: workspaceOf(owner),
      },
      { news },
    )
    expect(result).toMatchObject({
      ok: true,
      value: {
        error: null,
        data: {
          files: 2,
          complete: false,
          found: [
            { file: 'a.txt', line: 2, text: 'TODO: two' },
            { file: 'in/b.txt', line: 1, text: 'FIXME and TODO' },
          ],
        },
      },
    })
    expect(all).toEqual([{ kind: 'progress', fraction: 0, text: 'a.txt' }])
  })
})

it.runIf(linux)('a Node script without a workspace says so in a form of its own', async () => {
  const file = example('find_todos.mjs')
  expect(await fixture.run({ tool: 'find_todos', protocol: 1, file })).toMatchObject({
    ok: true,
    value: {
      data: null,
      error: {
        code: 'plugin.own.no-workspace',
        text: 'There is no workspace to look through.',
        hint: 'Choose a workspace first.',
      },
    },
  })
})

// A command over a throw-away layer: the workspace stays as it is, and the layer tells what it did.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { processesWith } from '../../escape/fixture.ts'
import { hashOfTree, own } from '../rehearsal/fixture.ts'
import { stagingFixture } from './fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

describe.runIf(linux)(`a staged command${why}`, () => {
  const { root, ws, layers, stager, stage } = stagingFixture('commands')
  const at = (path: string): string => join(ws, path)
  beforeEach(() => {
    rmSync(ws, { recursive: true, force: true })
    mkdirSync(at('sub'), { recursive: true })
    writeFileSync(at('a'), 'alpha\n')
    writeFileSync(at('sub/c'), 'gamma\n')
    own(ws)
  })

  /** Runs it, holds that nothing moved and nothing is left, and gives what the layer held. */
  const tried = async (command: string) => {
    const before = hashOfTree(ws)
    const result = await stage(command, async (layer) => ({
      upper: 'upper' in layer ? readdirSync(layer.upper).toSorted() : null,
      a: existsSync(join(layer.view, 'a')) ? readFileSync(join(layer.view, 'a'), 'utf8') : null,
    }))
    expect(hashOfTree(ws)).toBe(before)
    await stager.clear()
    expect(existsSync(layers) ? readdirSync(layers) : []).toEqual([])
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
    return result.value
  }
  const staged = async (command: string) => {
    const end = await tried(command)
    if (end.kind !== 'read') throw new Error(`it is ${end.kind}`)
    return end
  }

  it('sees the workspace under its own path and leaves it as it is', async () => {
    const { ended, read } = await staged(
      'pwd; cat a; echo more >>a; rm -r sub; echo x >new; exit 3',
    )
    expect(ended).toMatchObject({ stdout: `${ws}\nalpha\n`, end: { kind: 'exited', code: 3 } })
    expect(read).toEqual({ upper: ['a', 'new', 'sub'], a: 'alpha\nmore\n' })
  })

  it('holds nothing in its layer where it changed nothing', async () => {
    const { ended, read } = await staged('ls; cat sub/c; grep -r alpha .')
    expect(ended.end).toEqual({ kind: 'exited', code: 0 })
    expect(read.upper).toEqual([])
  })

  it('may write to what is guarded, for nothing of it is real', async () => {
    const { read, ended } = await staged(
      'mkdir -p .git/hooks .vscode && echo x >.git/hooks/pre-commit && echo y >.vscode/tasks.json',
    )
    expect([ended.stderr, read.upper]).toEqual(['', ['.git', '.vscode']])
  })

  it('reaches no host, and names those it asked for', async () => {
    const { ended, hosts } = await staged('curl -sS --max-time 5 https://example.com/ 2>&1; true')
    expect(ended.stdout).not.toContain('<html')
    expect(hosts).toEqual(expect.arrayContaining([{ host: 'example.com', port: 443 }]))
  })

  it('ends with what it started @whole', async () => {
    const word = `staged-${process.pid}`
    await staged(`(exec -a ${word} sleep 300 &) ; true`)
    await expect.poll(() => processesWith(word)).toEqual([])
  })

  it(
    'is stopped when it writes more than a layer may hold @whole',
    { timeout: 600_000 },
    async () => {
      const { kind } = await tried('while :; do head -c 16M /dev/zero >>big || exit; done')
      expect(kind).toBe('overfull')
    },
  )

  it('is refused where the workspace is not there', async () => {
    rmSync(ws, { recursive: true })
    const result = await stage('true', async () => null)
    expect(result).toMatchObject({ ok: false, error: { code: 'stage.missing' } })
    expect(readdirSync(root)).not.toContain('ws')
  })
})

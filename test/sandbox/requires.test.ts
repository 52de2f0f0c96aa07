// A tool whose manifest needs more than is enforced here: it is said so, and no call of it runs
// with less.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AnyTool } from '../../contract/call/tool.ts'
import { runTool } from '../../main/pipeline/run-tool.ts'
import type { EvaluatedCall } from '../../main/pipeline/evaluate.ts'
import { mint } from '../../main/gate/permit.ts'
import { connectedRun } from '../../main/wiring/execution/connected-run.ts'
import { missingRequirements } from '../../main/policy/missing-requirements.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { exec } from '../../tools/exec.ts'
import { scratchFolder } from './scratch.ts'

const linux = process.platform === 'linux'
const root = scratchFolder('requires')
const [ws, scratch] = [join(root, 'ws'), join(root, 'scratch')]
for (const folder of [ws, scratch]) mkdirSync(folder)
// The folder is root's where we are: then a command cannot be somebody else. A user's memory is not
// bounded without systemd.
const runner = openRunner({ stop: [], home: join(root, 'home'), scratch, workspace: () => ws })
afterAll(() => runner.dispose())

/**
 * One call of a tool like `exec` that asks for these protections, by the way that every call takes.
 */
async function call(protections: readonly string[] | undefined, command: string) {
  const sandbox = {
    kind: 'sandbox' as const,
    ...(protections === undefined ? {} : { protections: [...protections] }),
  }
  const tool = {
    ...exec,
    manifest: { ...exec.manifest, requires: [sandbox] },
  } as unknown as AnyTool
  const permit = mint('call_requires' as never, 'r' as never, [
    { kind: 'proc.run', command, cwd: ws, zone: 'workspace' },
  ])
  const { output } = await runTool(
    permit,
    {
      call: { id: 'call_requires' },
      tool,
      args: { command, working_dir: '.', hosts: [] },
    } as unknown as EvaluatedCall,
    (request) =>
      ({
        'proc.run': connectedRun(
          { ...request, workspace: ws },
          { runner, outbound: {} as never, socketFolder: scratch },
        ),
      }) as never,
    new AbortController().signal,
    () => {},
    () => performance.now(),
  )
  return {
    output,
    gap: missingRequirements(sandbox, { sandboxWith: runner.enforced } as never),
  }
}
const id = (state: 'enforced' | 'missing') =>
  runner.protections().find((each) => each.state === state)?.id

describe.runIf(linux)(
  `a tool that needs protections${linux ? '' : ` (skipped on ${process.platform}: nothing runs there)`}`,
  () => {
    it('runs with those that are enforced', async () => {
      await runner.ready
      const enforced = runner
        .protections()
        .flatMap(({ id: each, state }) => (state === 'enforced' ? [each] : []))
      for (const protections of [undefined, [], enforced]) {
        const { output, gap } = await call(protections, 'echo ran')
        expect(output).toMatchObject({ ok: true, value: { stdout: 'ran\n' } })
        expect(gap).toBe(null)
      }
    })

    it.each([
      ['one that is missing here', () => ['files', id('missing') ?? 'none is missing here']],
      ['one that nobody knows', () => ['no-such-protection']],
    ])('is refused, and nothing runs, for %s', async (name, protections) => {
      await runner.ready
      const file = `ran-${name.length}`
      const { output, gap } = await call(protections(), `touch ${file}`)
      expect(output).toEqual({
        ok: false,
        error: {
          code: 'sandbox.missing',
          text: expect.stringContaining('This needs protections that are not enforced here: '),
          hint: expect.any(String),
        },
      })
      expect(gap).toEqual({
        what: expect.stringContaining('This needs protections that are not enforced here: '),
        how: expect.any(String),
      })
      expect(existsSync(join(ws, file))).toBe(false)
    })
  },
)

import { expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { RunId } from '../../contract/ids.ts'
import { Surface } from '../../contract/call/principal.ts'
import { err } from '../../contract/result.ts'
import { runsService } from '../../main/services/runs/runs-service.ts'

const no = err(failure('test.no', 'No.'))

it.each(Surface.options)(
  'a run that is started, sent to or resumed from %s goes on through that channel',
  async (surface) => {
    const seen: unknown[] = []
    const received =
      (name: string) =>
      (...given: readonly unknown[]) => {
        seen.push([name, ...given])
        return Promise.resolve(no)
      }
    const handlers = runsService({
      agent: {
        list: () => [],
        get: () => null,
        start: received('start'),
        send: received('send'),
        branch: received('branch'),
        stop: received('stop'),
        items: () => ({ items: [], older: false }),
        rename: () => no,
        remove: async () => no,
        stopCall: () => no,
        resume: received('resume'),
        tree: () => no,
        revoke: async () => no,
      },
      find: () => [],
      results: { itemOf: () => null, longText: () => null },
      totals: () => ({ runs: 0, tokensIn: 0, tokensOut: 0, costs: [], today: [] }),
      capture: {
        ofCall: () => [],
        receipt: async () => no,
        signer: async () => no,
        version: '0',
        config: () => ({}),
        snapshot: async () => ({ root: '', files: [], skipped: [] }),
        redact: async (value) => value,
        now: () => 0,
      },
      replay: {
        ports: {} as never,
        evaluate: {} as never,
        pretend: () => {},
        forget: () => {},
      },
    })
    const id = RunId.parse('run_12345678')
    await handlers['runs.start']({ text: 'a' }, { surface })
    await handlers['runs.send']({ id, text: 'b', attach: ['c.md'] }, { surface })
    await handlers['runs.branch']({ id, item: 3, text: 'd' }, { surface })
    await handlers['runs.resume']({ id }, { surface })
    expect(seen).toEqual([
      ['start', { text: 'a' }, surface],
      ['send', id, { text: 'b', attach: ['c.md'] }, surface],
      ['branch', id, 3, { text: 'd' }, surface],
      ['resume', id, surface],
    ])
  },
)

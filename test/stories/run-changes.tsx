// What a run changed, its calls that ran over a copy, and how newcomers choose a preset.
import type { CallResult } from '../../contract/call/call.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { ChoosePreset } from '../../renderer/features/first-run/choose-preset.tsx'
import { CallCard } from '../../renderer/features/runs/transcript/call-card.tsx'
import type { Setting } from '../../renderer/features/runs/transcript/setting.ts'
import { WhatChanged } from '../../renderer/features/runs/changes/what-changed.tsx'
import { UndoButton } from '../../renderer/features/undo/undo-button.tsx'
import { callId, decision, runId, workspace } from '../fakes/bridge-data.ts'
import type { Story } from './story.ts'

const write = (path: string): CanonicalTouch => ({
  kind: 'fs.write',
  path: `${workspace}/${path}`,
  zone: 'workspace',
  is: 'file',
})
const run = (command: string): CanonicalTouch => ({
  kind: 'proc.run',
  command,
  cwd: workspace,
  zone: 'workspace',
})

type Sketch = Partial<CallResult> & {
  readonly ago: number
  readonly args: { [key: string]: string }
}

const call = (
  n: number,
  tool: string,
  { ago, args, ...more }: Sketch,
): RunItem & { kind: 'call' } => ({
  kind: 'call',
  id: n,
  at: Date.now() - ago * 1_000,
  callId: callId(n),
  modelCallId: `m${n}`,
  tool,
  args,
  state: {
    kind: 'ended',
    result: {
      requestId: callId(n),
      ok: true,
      status: 'done',
      route: 'policy',
      decision: null,
      text: '',
      data: null,
      stdout: '',
      stderr: '',
      exitCode: null,
      truncated: false,
      durationMs: 412,
      label: 'workspace',
      flags: [],
      error: null,
      ...more,
    },
  },
})

const calls = [
  call(1, 'exec', {
    ago: 300,
    args: { command: 'git status --short' },
    exitCode: 0,
    text: ' M src/cart.ts',
    decision: decision('R1', 'allow', [run('git status --short')], [], {
      reasons: [
        {
          code: 'stage.unchanged',
          text: 'It ran in a staged copy of the workspace and changed nothing.',
        },
      ],
    }),
  }),
  call(2, 'edit_file', {
    ago: 240,
    args: { path: 'README.md' },
    text: 'Replaced 1 line.',
    decision: decision('R2', 'allow', [write('README.md')], []),
  }),
  call(3, 'exec', {
    ago: 180,
    args: { command: './rename.sh pieces count' },
    exitCode: 0,
    text: '5 files',
    decision: decision(
      'R2',
      'allow',
      [
        'src/cart.ts',
        'src/cart.test.ts',
        'src/order.ts',
        'src/a/rather/long/folder/price-list.ts',
        'docs/cart.md',
      ].map(write),
      ['Its changes are all inside the workspace.'],
    ),
  }),
  call(4, 'exec', {
    ago: 60,
    args: { command: 'npm test' },
    exitCode: 1,
    text: '✗ rounds half up',
    route: 'person',
    stdout: '',
    decision: decision('R2', 'confirm', [write('coverage/summary.txt')], []),
  }),
  call(5, 'exec', {
    ago: 20,
    args: { command: 'npm start' },
    exitCode: 0,
    route: 'person',
    text: 'Listening on 8080',
    decision: decision('R3', 'confirm', [run('npm start')], []),
  }),
]

/** A page as a browser saw it: a bar, a heading and some lines. */
const page = [
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAA8CAIAAAAWtijjAAAAiklEQVR42u3VsQ2AIBRFUSb5lWNQO4Qj2tg52w+V',
  'CxhCSeAkd4JTvFfqealTQQAIECBAgAABAqRfoMymToAAAQIECNCaQBHHnAECBAgQIAECBAgQIECA9gW6n3e9AAGa',
  'B0iAAHkxIw3IixlpQIBsECBAXsxIA/JiRhoQIBsECJAXM9KAvJgNEqCBPrqZyPV/FSGXAAAAAElFTkSuQmCC',
].join('')

const slots = {
  approval: () => null,
  allowHost: () => null,
  result: () => null,
  undo: (id: ReturnType<typeof callId>) => <UndoButton callId={id} quiet />,
  welcome: () => null,
  terminals: () => null,
  tour: () => null,
}
const setting: Setting = {
  runId: runId(1),
  takes: true,
  manual: false,
  again: null,
  from: null,
  branches: [],
  slots,
  onGo: () => undefined,
}
const changes = () => <WhatChanged items={calls} older slots={slots} />

export const runChangesStories: readonly Story[] = [
  { name: 'run-what-changed', element: changes },
  { name: 'run-what-changed-open', element: changes, acts: [{ press: 'Tab' }, { press: 'Enter' }] },
  {
    name: 'run-what-changed-narrow',
    width: 420,
    element: changes,
    acts: [{ press: 'Tab' }, { press: 'Enter' }],
  },
  {
    name: 'run-calls-over-a-copy',
    element: () => (
      <>
        {calls.map((item) => (
          <CallCard key={item.id} item={item} setting={setting} />
        ))}
      </>
    ),
  },
  {
    name: 'run-call-with-picture',
    element: () => (
      <CallCard
        item={call(6, 'browser', {
          ago: 10,
          args: { action: 'screenshot' },
          text: 'The page “Plums”, 640 by 400.',

          label: 'untrusted',
          content: [{ kind: 'image', mimeType: 'image/png', data: page }],
        })}
        setting={setting}
      />
    ),
  },
  { name: 'choose-preset', element: () => <ChoosePreset /> },
  { name: 'choose-preset-narrow', width: 420, element: () => <ChoosePreset /> },
]

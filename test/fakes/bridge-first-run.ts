// Local model servers and the tour of the fake Gatehouse. The tour's calls go through the fake's
// own toy gate.
import type { FoundServers } from '../../contract/agent/local-model.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Run } from '../../contract/agent/run.ts'
import { TOUR_AGENT, TOUR_FOLDER, TOUR_STEPS } from '../../contract/agent/tour-steps.ts'
import { workspace } from './bridge-data.ts'

export type FakeModels = 'none' | 'unseen' | 'one' | 'many'

type Deps = {
  readonly models: FakeModels
  readonly runs: () => readonly Run[]
  readonly start: (title: string, agent: string, text: string) => Run
  readonly send: (id: RunId, text: string) => Run
}

const many = [
  'qwen3-coder:30b',
  'llama3.2:latest',
  'a-model-with-a-very-long-name/that-somebody-gave-it:70b-instruct-q4_K_M',
]
const scanned = [
  'http://127.0.0.1:11434',
  'http://127.0.0.1:1234',
  'http://127.0.0.1:8080',
  'http://127.0.0.1:8000',
]

const serversOf = (models: FakeModels): FoundServers['servers'] => {
  if (models === 'one')
    return [
      {
        server: 'llama.cpp',
        baseUrl: 'http://127.0.0.1:8080/v1',
        models: ['gemma-3-4b-it-Q4_K_M.gguf'],
      },
    ]
  if (models !== 'many') return []
  return [
    { server: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: many },
    { server: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: [] },
  ]
}

type Topic = 'model.find' | 'tour.state' | 'tour.step' | 'tour.remove' | 'storage.usage'

export function fakeFirstRun({ models, runs, start, send }: Deps): Pick<Handlers, Topic> {
  let there = false
  const state = () => ({
    folder: `${workspace}/${TOUR_FOLDER}`,
    there,
    run: runs().find(({ agent }) => agent === TOUR_AGENT) ?? null,
  })
  return {
    'model.find': async ({ again }) => ({
      ok: true,
      value: {
        at: models === 'unseen' && !again ? null : Date.now(),
        servers: serversOf(models),
        looked: scanned,
      },
    }),
    'tour.state': async () => ({ ok: true, value: state() }),
    'tour.step': async ({ step, id }) => {
      const text = TOUR_STEPS[step - 1] ?? TOUR_STEPS[0]
      there = true
      if (step !== 1 && id === undefined)
        return { ok: false, error: { code: 'tour.gone', text: 'This run is no tour.' } }
      return {
        ok: true,
        value: step === 1 || id === undefined ? start('Tour', TOUR_AGENT, text) : send(id, text),
      }
    },
    'storage.usage': async () => ({
      ok: true,
      value: [
        { what: 'config', path: '/home/ada/.config/gatehouse/config.yaml', bytes: 812 },
        {
          what: 'journal',
          path: '/home/ada/.local/share/gatehouse/gatehouse.db',
          bytes: 18_874_368,
        },
        { what: 'index', path: '/home/ada/.local/share/gatehouse/journal-index.db', bytes: null },
        {
          what: 'documents',
          path: '/home/ada/.local/share/gatehouse/documents.db',
          bytes: 2_306_048,
        },
        { what: 'undo', path: '/home/ada/.local/share/gatehouse/checkpoints', bytes: 421_888 },
      ],
    }),
    'tour.remove': async () => {
      there = false
      return { ok: true, value: state() }
    },
  }
}

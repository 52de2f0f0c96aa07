// All that a call gave: at its beginning, and at a match of a search.
import { ResultBody } from '../../renderer/features/results/result-body.tsx'
import { callId, runId } from '../fakes/bridge-data.ts'
import type { Story } from './story.ts'

const body = () => <ResultBody runId={runId(9)} callId={callId(9)} />

export const resultStories: readonly Story[] = [
  { name: 'result-whole', width: 760, element: body },
  {
    name: 'result-search',
    width: 420,
    acts: [
      { fill: 'Search in the result', text: 'order 150 has' },
      { press: 'Enter' },
      { passMs: 300 },
    ],
    element: body,
  },
]

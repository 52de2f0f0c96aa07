// Answers every call three times: rightly, and then twice with something else.
import { answer, serve, words } from '../raw-server.ts'

serve({
  tools: () => [{ name: 'echo' }],
  call: (_tool, { text }, { id }) => {
    answer(id, words(String(text)))
    answer(id, words('second'))
    answer(id, words('third'))
    return undefined
  },
})

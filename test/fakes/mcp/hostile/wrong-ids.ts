// Answers that nobody asked for, before and beside the right one: other numbers, strings, null, ids
// of later calls.
import { answer, send, serve, words } from '../raw-server.ts'

serve({
  tools: () => [{ name: 'echo' }],
  call: (_tool, { text }, { id }) => {
    for (const wrong of [
      Number(id) + 1,
      Number(id) + 2,
      `${id}`,
      99_999,
      -1,
      0.5,
      'constructor',
      '__proto__',
    ])
      answer(wrong, words('forged'))
    send({ id: null, error: { code: -32_000, message: 'forged' } })
    return words(String(text))
  },
})

// Says nothing for two seconds after its start.
import { serve, words } from '../raw-server.ts'

setTimeout(() => serve({ tools: () => [{ name: 'echo' }], call: () => words('at last') }), 2_000)

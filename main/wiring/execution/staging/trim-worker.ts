// A thread that reads one long message of a server, and gives back what is left of it.
import { parentPort, workerData } from 'node:worker_threads'
import { cutMessage } from '../../../mcp/client/transport/cut-message.ts'
import type { TrimJob } from '../../../mcp/client/transport/trim-list.ts'

parentPort?.postMessage(cutMessage(workerData as TrimJob))

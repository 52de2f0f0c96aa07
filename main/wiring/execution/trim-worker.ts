// A thread that reads one long list of a server, and gives back what is left of it.
import { parentPort, workerData } from 'node:worker_threads'
import { trimList } from '../../mcp/client/transport/trim-list.ts'
import type { TrimJob } from '../../mcp/client/transport/trim-list.ts'

parentPort?.postMessage(trimList(workerData as TrimJob))

// The helper that starts every process of a sandbox. It is small, so that a fork costs little and
// never stops the event loop of Gatehouse, whose memory may be large. Descriptor 3 is its one pipe
// to main; when that closes, everything it started dies, and so does it.
import { letGo } from '../../../contract/let-go.ts'
import { openSync } from 'node:fs'
import { Socket } from 'node:net'
import { connectDescriptors, type Ends } from './connect-descriptors.ts'
import { openProcessPool } from './process-pool.ts'
import { runJob, type Job } from './job.ts'
import { stager } from './stage.ts'
import { frame, frameReader, type Ended, type Start, type Template } from './wire.ts'

const pipe = new Socket({ fd: 3, allowHalfOpen: true })
const processPool = openProcessPool(openSync('/dev/null', 'r+'))
const jobs = new Map<number, Job>()
const stage = stager(process.argv[2] ?? '')

// What comes in is main's own; main is the only one that holds the other end.
const read = frameReader((kind, id, body) => {
  const job = jobs.get(id)
  if (kind === 'template') processPool.learn(JSON.parse(body.toString()) as Template)
  else if (kind === 'forget') processPool.forget(body.toString())
  else if (kind === 'start') start(id, JSON.parse(body.toString()) as Start)
  else if (kind === 'stdin') job?.stdin(body)
  else if (kind === 'stdin-end') job?.stdinEnd()
  else if (kind === 'kill') job?.kill()
  else if (kind === 'taken')
    job?.taken(body.readUInt8(4) === 0 ? 'stdout' : 'stderr', body.readUInt32LE(0))
  else if (kind === 'stage')
    letGo(stage(body.toString()).then((text) => pipe.write(frame('staged', id, text))))
  else if (kind === 'stage-mapped')
    letGo(stage(body.toString(), true).then((text) => pipe.write(frame('staged', id, text))))
})

function start(id: number, job: Start): void {
  if (job.directDescriptors === null) return run(id, job, null)
  // It may be stopped before it is there.
  let stopped = false
  const nothing = (): void => {}
  jobs.set(id, { stdin: nothing, stdinEnd: nothing, taken: nothing, kill: () => (stopped = true) })
  letGo(
    connectDescriptors(job.directDescriptors).then((ends) => {
      if (!stopped && !ending) return run(id, job, ends)
      ends?.close()
      jobs.delete(id)
      const ended: Ended = {
        why: 'killed',
        code: null,
        signal: 'SIGKILL',
        stdoutBytes: 0,
        stderrBytes: 0,
      }
      pipe.write(frame('ended', id, JSON.stringify(ended)))
    }),
  )
}

function run(id: number, job: Start, ends: Ends | null): void {
  const waiting = processPool.take(job.template, ends)
  if (waiting === null) {
    ends?.close()
    jobs.delete(id)
    pipe.write(frame('failed', id, 'ENOENT'))
    return
  }
  const gone = (): void => {
    jobs.delete(id)
    setImmediate(processPool.refill, job.template)
  }
  jobs.set(
    id,
    runJob(waiting, job, (kind, body) => pipe.write(frame(kind, id, body)), gone, ends !== null),
  )
}

let ending = false
const end = (): void => {
  if (ending) return
  ending = true
  for (const job of jobs.values()) job.kill()
  // A group is removed when it is empty; at most a few seconds, and everything is already killed.
  // Killed, for nothing is left to lose: an orderly exit joins the threads of the engine, and was
  // seen to wait for one for ever.
  letGo(processPool.dispose().finally(() => process.kill(process.pid, 'SIGKILL')))
}
pipe.on('data', read)
// Our own end stays open until everything is gone: that is how main knows.
pipe.on('end', end)
pipe.on('close', end)
pipe.on('error', end)
// A terminal sends these to all of its processes; main decides when it ends.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})

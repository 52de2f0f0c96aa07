// 100 agents and 200 silent connections at the local socket.
import { createConnection } from 'node:net'
import { openAgent } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

const LIMIT = 64

export const fault: Fault = {
  name: 'connections-taken',
  fault: '100 agents and 200 silent connections at the local socket',
  mustHappen: 'stop-everything, approvals and hooks are served, and an agent too many is told why',
  short: true,
  run: () =>
    withApp(async (app) => {
      await app.start()
      const open = (length: number) =>
        Promise.allSettled(Array.from({ length }, () => openAgent(app.paths.socketFile, 'many')))
      const agents = await open(100)
      const served = (): number => agents.filter(({ status }) => status === 'fulfilled').length
      // On a busy machine one is given up before its first line is there, and its place is free.
      for (let more = 0; served() < LIMIT && more < 100; more += 1) agents.push(...(await open(1)))
      const silent = Array.from({ length: 200 }, () =>
        createConnection(app.paths.socketFile).on('error', () => {}),
      )
      // Under the flood one may also be closed before its first line was read, and is told that.
      const reported = agents.flatMap((one) =>
        one.status === 'rejected' ? [String(one.reason)] : [],
      )
      must(served() === LIMIT, `${served()} agents are served, and not ${LIMIT}`)
      must(
        reported.some((text) => /64 connections of agents/.test(text)),
        `they were told: ${reported.join(' ')}`,
      )
      const listed = await app.cli('approvals', 'list')
      const stopped = await app.cli('stop-everything')
      for (const socket of silent) socket.destroy()
      for (const one of agents) if (one.status === 'fulfilled') one.value.close()
      must(listed.code === 0 && stopped.code === 0, `${listed.stderr}${stopped.stderr}`)
      return `The command line was served, and an agent too many was told why. stop-everything said: ${quote(stopped.stdout.split('\n')[0] ?? '', 110)}`
    }),
}

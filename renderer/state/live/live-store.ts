// The one living store of the window, fed by `connect.ts`. Components select the narrowest slice.
import { create } from 'zustand'
import type { Approval } from '../../../contract/approval/approval.ts'
import { emptyLive, type Live } from './live.ts'
import { queueOrder } from './queue.ts'

export const useLive = create<Live>()(() => emptyLive)

export const changeLive = (change: (live: Live) => Live): void => useLive.setState(change)

/** Held calls, riskiest first, then oldest. */
export const selectQueue = (open: Live['open']): readonly Approval[] =>
  queueOrder(open === null ? [] : [...open.values()])

// The clock jumps two hours back and forward.
import { NotHere } from './driver/fault.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'clock-jump',
  fault: 'the clock jumps two hours back and forward',
  mustHappen: 'time-outs keep to the monotonic clock and order to the sequence',
  run: async () => {
    throw new NotHere('The clock of this machine is not ours to set; test/approvals and test/audit do it with a clock of their own.')
  },
}

// What proves that a person is there, of a Gatehouse that does not run: nothing is proved here.
import type { StepUpState } from '../../../contract/approval/step-up.ts'
import { openStepUp, type StepUpDeps } from '../../approvals/step-up.ts'

export const stepUpAtRest = (get: StepUpDeps['table']['get']): StepUpState =>
  openStepUp({
    table: { get, put: () => {}, remove: () => {} },
    now: Date.now,
    noted: async () => {},
  }).state()

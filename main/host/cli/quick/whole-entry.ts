// Entry of out/main/quick/whole.cjs: a whole Gatehouse in one file, for a look that a part of it cannot answer.
import './quick-schemas.ts'

export { openAppSafely } from '../../../wiring/safe-mode.ts'

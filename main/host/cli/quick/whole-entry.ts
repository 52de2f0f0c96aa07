// Entry of out/main/quick/whole.cjs: all of Gatehouse in one file, for a command that the tables alone
// cannot answer.
import './quick-schemas.ts'

export { openAppSafely } from '../../../wiring/safe-mode.ts'
